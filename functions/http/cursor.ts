import { createHash } from 'node:crypto';
import { Failure } from '../domain/failure.ts';

/** What a cursor is good for: another business, route, path or filter makes another scope. */
export type CursorScope = {
  readonly tenant: string;
  readonly route: string;
  readonly params: object;
  readonly filters: object;
};

/** 96 bits: nobody meets another scope's cursor by accident, and a cursor opens nothing that its scope does not. */
const sealBytes = 12;

/** The opaque text for "the page begins below this sort key". */
export const cursorAt = (sortKey: string, scope: CursorScope): string =>
  Buffer.concat([sealOf(sortKey, scope), Buffer.from(sortKey)]).toString('base64url');

/** The sort key of a cursor made for this scope; any other text is refused. */
export const sortKeyOf = (cursor: string, scope: CursorScope): string => {
  const bytes = Buffer.from(cursor, 'base64url');
  const sortKey = bytes.subarray(sealBytes).toString();
  if (sortKey === '' || cursorAt(sortKey, scope) !== cursor) throw new Failure('cursor_invalid');
  return sortKey;
};

const sealOf = (sortKey: string, { tenant, route, params, filters }: CursorScope) => {
  const text = JSON.stringify([tenant, route, byName(params), byName(filters), sortKey]);
  return createHash('sha256').update(text).digest().subarray(0, sealBytes);
};

const byName = (values: object) => Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1));
