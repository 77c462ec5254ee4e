import * as z from 'zod/mini';
import { collections, derivedObjects } from '../contract/resource.ts';
import type { Route } from '../contract/route.ts';
import type { Answer } from './answer.ts';
import { etagOf } from './preconditions.ts';

type Resource = { readonly id: string; readonly object: keyof typeof collections; readonly version: number };

/**
 * The answer of a route, checked against its declaration before anything is committed: a bug in showing cannot follow an
 * effect, and nothing undeclared leaves. `root` is the path that the caller addressed the API by, such as `/v1`.
 */
export const show = (route: Route, shown: unknown, root: string): Answer => {
  const { status, body: schema } = route.returns;
  if (!schema) return { status };
  const body = z.parse(schema, shown);
  if (!isResource(body)) return { status, body: JSON.stringify(body) };
  const location = status === 201 ? pathOf(body, root) : undefined;
  const derived = derivedObjects.has(body.object);
  return { status, body: JSON.stringify(body), etag: etagOf(body.version), location, ...(derived && { derived }) };
};

/** Where a resource is read, from the host root. */
export const pathOf = ({ object, id }: Pick<Resource, 'object' | 'id'>, root: string): string =>
  `${root}/${collections[object]}/${id}`;

/** Whether a body is one resource with a version, rather than a list or a record. */
export const isResource = (body: unknown): body is Resource =>
  typeof body === 'object' &&
  body !== null &&
  'id' in body &&
  'version' in body &&
  'object' in body &&
  Object.hasOwn(collections, String(body.object));
