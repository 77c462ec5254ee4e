import * as z from 'zod/mini';
import { type Account, type ApiKey, keyStatus } from '../../domain/accounts/account.ts';
import { CalendarDate, Timestamp } from '../fields.ts';
import { idOf } from '../resource.ts';

/** A key as the business that it belongs to sees it in the dashboard. */
export const ListedApiKey = z
  .object({
    id: idOf('api_key', 'key'),
    object: z.literal('api_key'),
    created_at: Timestamp,
    kind: z.enum(['public', 'secret']),
    key: z.nullable(z.string()).check(
      z.meta({
        description: 'The current Public Key in full. Null for every other: what is secret is kept as a hash.',
      }),
    ),
    masked: z.string().check(z.meta({ examples: ['sk_sandbox_…4kSV'] })),
    status: z
      .enum(['active', 'expiring', 'expired', 'revoked'])
      .check(z.meta({ description: 'Expiring: it was rotated and works until `expires_at`.' })),
    expires_at: z.nullable(Timestamp),
    revoked_at: z.nullable(Timestamp),
    last_used_on: z
      .nullable(CalendarDate)
      .check(z.meta({ description: 'The last day of use, UTC; null: never used.' })),
  })
  .check(z.meta({ id: 'ListedApiKey' }));
export type ListedApiKey = z.infer<typeof ListedApiKey>;

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
    kind: key.kind,
    key: key === current ? public_key : null,
    masked: masked(key),
    status: keyStatus(key, now),
    expires_at: key.expires_at,
    revoked_at: key.revoked_at,
    last_used_on: lastUses.get(key.id) ?? null,
  }));
};

const masked = ({ prefix, last4 }: ApiKey) => `${prefix}…${last4}`;
