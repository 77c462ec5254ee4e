import type { Reveals } from '../../domain/cards/reveals.ts';
import { asRead, isNew, type Write } from '../change.ts';
import type { Item } from '../database.ts';
import { keys } from '../table.ts';

/** The count of a key as stored; absent where it was shown none lately. */
export type StoredReveals = (Reveals & { readonly version: number }) | undefined;

/** It has to be there for an hour; a day later nobody asks for it. */
const kept_s = 25 * 60 * 60;

/** The count that lies in an item. */
export const revealsOf = (item: Item | undefined): StoredReveals => {
  if (!item) return undefined;
  const { since, count, version } = item as NonNullable<StoredReveals>;
  return { since, count, version };
};

/** What counts one more over what was read: of two at once one counts anew. */
export const saveReveals = (tenant: string, keyId: string, counted: Reveals, read: StoredReveals): Write => ({
  kind: 'put',
  key: keys.reveals(tenant, keyId),
  item: {
    ...counted,
    version: (read?.version ?? 0) + 1,
    expires_at_s: Math.floor(Date.parse(counted.since) / 1000) + kept_s,
  },
  when: read ? asRead(read.version) : isNew,
});
