import * as z from 'zod/mini';
import { type Account, type ApiKey, keyStatus } from '../../domain/accounts/account.ts';
import { ApiError } from '../../domain/api-error.ts';
import { CalendarDate, Timestamp } from '../fields.ts';
import { idOf } from '../resource.ts';
import { restrictionFields, showRestriction } from './restriction.ts';

const fields = {
  ...{ id: idOf('api_key', 'key'), object: z.literal('api_key'), created_at: Timestamp },
  version: z.int().check(z.minimum(1)),
  kind: z.enum(['public', 'secret', 'restricted']),
  key: z.nullable(z.string()).check(
    z.meta({
      description: 'The current Public Key in full. Null for every other: what is secret is kept as a hash.',
    }),
  ),
  masked: z.string().check(z.meta({ examples: ['sk_sandbox_…4kSV'] })),
  status: z
    .enum(['active', 'expiring', 'expired', 'revoked'])
    .check(z.meta({ description: 'Expiring: it ends at `expires_at`, within seven days.' })),
  expires_at: z.nullable(Timestamp),
  revoked_at: z.nullable(Timestamp),
  last_used_on: z.nullable(CalendarDate).check(z.meta({ description: 'The last day of use, UTC; null: never used.' })),
  ...restrictionFields,
};

/** A key as the business that it belongs to sees it in the dashboard. */
export const ListedApiKey = z.object(fields).check(z.meta({ id: 'ListedApiKey' }));
export type ListedApiKey = z.infer<typeof ListedApiKey>;

/** A restricted key and, this once, the key in full. */
export const RestrictedKey = z
  .object({
    ...fields,
    secret_key: z
      .optional(z.string())
      .check(z.meta({ description: 'In full this once; absent in a replay: revoke a lost one and make another.' })),
  })
  .check(z.meta({ id: 'RestrictedKey' }));

/** The keys after a rotation. */
export const RotatedKeys = z
  .object({
    object: z.literal('api_key_pair'),
    public_key: z.string(),
    secret_key: z
      .optional(z.string())
      .check(z.meta({ description: 'In full this once; absent in a replay: a lost one is rotated again.' })),
    keys: z.array(ListedApiKey).check(z.meta({ description: 'All of them, newest first, as listed.' })),
  })
  .check(z.meta({ id: 'ApiKeyPair' }));
type RotatedKeys = z.infer<typeof RotatedKeys>;

/** What is shown after a rotation, but for the new Secret Key. */
export const showKeyPair = (account: Account, lastUses: ReadonlyMap<string, string>, now: Date): RotatedKeys => ({
  object: 'api_key_pair',
  public_key: account.public_key,
  keys: showKeys(account, lastUses, now),
});

/** The one projection from an account's keys to the list of them, newest first; `lastUses` are days by the key's id. */
export const showKeys = (
  { api_keys, public_key }: Account,
  lastUses: ReadonlyMap<string, string>,
  now: Date,
): ListedApiKey[] => {
  const current = api_keys.findLast(({ kind }) => kind === 'public');
  return api_keys.toReversed().map((key) => ({
    id: key.id,
    object: 'api_key',
    created_at: key.created_at,
    version: key.version,
    kind: key.kind,
    key: key === current ? public_key : null,
    masked: masked(key),
    status: keyStatus(key, now),
    expires_at: key.expires_at,
    revoked_at: key.revoked_at,
    last_used_on: lastUses.get(key.id) ?? null,
    ...showRestriction(key),
  }));
};

/** One of them, or the refusal: of those that have ended long ago nothing is remembered. */
export const showKey = (
  account: Account,
  id: string,
  lastUses: ReadonlyMap<string, string>,
  now: Date,
): ListedApiKey => {
  const shown = showKeys(account, lastUses, now).find((key) => key.id === id);
  if (!shown) throw new ApiError('api_key_not_found');
  return shown;
};

const masked = ({ prefix, last4 }: ApiKey) => `${prefix}…${last4}`;
