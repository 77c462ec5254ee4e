import * as z from 'zod/mini';
import { canGrant, type Role, type Scope, scopes } from '../../core/access.ts';
import { ApiError } from '../../core/api-error.ts';
import { CalendarDate, Timestamp } from '../../core/fields.ts';
import { isNetwork } from '../../core/ip-address.ts';
import { idOf, objectNamed, withDescription } from '../../core/resource.ts';
import { Name } from '../../core/text-fields.ts';
import { issueOf } from '../../core/validation.ts';
import { type Account, type ApiKey, keyStatus, type Restriction } from '../accounts/model.ts';

/** Networks that one key may come from at most. */
const allowed_ips_max = 16;

const ScopeSchema = z.enum(scopes).check(
  z.meta({
    id: 'Scope',
    description:
      'A scope of a restricted key. `write` includes `read`, but not revealing card numbers, redacting or attesting.',
  }),
);

/** The fields of every key that say what it may do; a key that opens everything has none. */
export const restrictionFields = {
  name: withDescription(z.nullable(z.string()), 'Its name; null unless it is restricted.'),
  scopes: withDescription(
    z.nullable(z.array(ScopeSchema)),
    'Its scopes; null unless it is restricted.',
  ),
  allowed_ips: withDescription(
    z.array(z.string()),
    'The allowed addresses and blocks; an empty list allows any address.',
  ),
};

/** The restriction of a key, as it is shown. */
export const toRestriction = ({ restriction }: Pick<ApiKey, 'restriction'>) => ({
  name: restriction?.name ?? null,
  scopes: restriction ? [...restriction.scopes] : null,
  allowed_ips: [...(restriction?.allowed_ips ?? [])],
});

const Network = z.string().check(
  z.check((payload) => {
    if (!isNetwork(payload.value))
      payload.issues.push(issueOf('invalid_format', payload.value, notANetwork));
  }),
);

const notANetwork =
  'Must be an IPv4 or IPv6 address, or a block in CIDR notation, such as 203.0.113.0/24.';

/** The body that makes a restricted key. */
export const RestrictedKeyCreate = z.strictObject({
  name: Name,
  scopes: z.array(ScopeSchema).check(z.minLength(1), z.maxLength(scopes.length)),
  allowed_ips: z._default(z.array(Network).check(z.maxLength(allowed_ips_max)), []),
  expires_at: z._default(z.nullable(z.iso.datetime({ offset: true })), null),
});
type RestrictedKeyCreate = z.output<typeof RestrictedKeyCreate>;

/** The restriction that was asked for, each of its words once. */
export const restrictionOf = ({ name, scopes, allowed_ips }: RestrictedKeyCreate): Restriction => ({
  name,
  scopes: [...new Set(scopes)],
  allowed_ips: [...new Set(allowed_ips)],
});

/** Requires that a person may do what a key of these scopes may do. */
export const requireGrantable = (role: Role | undefined, asked: readonly Scope[]): void => {
  const scope = asked.find((one) => role === undefined || !canGrant(role, one));
  if (scope)
    throw new ApiError('forbidden', {
      detail: `Your role is ${role}. It cannot give the scope ${scope}.`,
    });
};

/** A key without its secret. */
export const ApiKeyResource = z
  .object({
    id: idOf('api_key', 'key'),
    object: objectNamed('api_key'),
    kind: z.enum(['public', 'secret', 'restricted']).check(
      z.meta({
        id: 'ApiKeyKind',
        description:
          'A secret key gives access to every route, a restricted key to those of its scopes, a public key to none.',
      }),
    ),
    prefix: z
      .string()
      .check(z.meta({ description: 'Its first characters.', examples: ['sk_sandbox_'] })),
    last4: z.string().check(z.meta({ description: 'Its last characters.', examples: ['4kSV'] })),
    created_at: withDescription(Timestamp, 'When it was created.'),
    expires_at: z
      .nullable(Timestamp)
      .check(z.meta({ description: 'When it expires; null if it does not expire.' })),
    revoked_at: withDescription(z.nullable(Timestamp), 'When it was revoked.'),
    ...restrictionFields,
  })
  .check(z.meta({ id: 'ApiKey', description: 'An API key, without its secret.' }));
type ApiKeyResource = z.infer<typeof ApiKeyResource>;

/** The one projection from a stored key to its resource. */
export const toApiKeyResource = (key: ApiKey): ApiKeyResource => {
  const { hash: _hash, version: _version, restriction: _restriction, ...shown } = key;
  return { ...shown, ...toRestriction(key), object: 'api_key' };
};

const { prefix: _prefix, last4: _last4, ...shared } = ApiKeyResource.shape;

const fields = {
  ...shared,
  version: z.int().check(z.minimum(1)),
  key: z.nullable(z.string()).check(
    z.meta({
      description:
        'The current Public Key in full. Null for every other: what is secret is kept as a hash.',
    }),
  ),
  masked: z.string().check(z.meta({ examples: ['sk_sandbox_…4kSV'] })),
  status: z
    .enum(['active', 'expiring', 'expired', 'revoked'])
    .check(z.meta({ description: 'Expiring: it ends at `expires_at`, within seven days.' })),
  last_used_on: z
    .nullable(CalendarDate)
    .check(z.meta({ description: 'The last day of use, UTC; null: never used.' })),
};

/** A key as the business that it belongs to sees it in the dashboard. */
export const ListedApiKey = z.object(fields).check(z.meta({ id: 'ListedApiKey' }));
export type ListedApiKey = z.infer<typeof ListedApiKey>;

/** A restricted key and, this once, the key in full. */
export const RestrictedKey = z
  .object({
    ...fields,
    secret_key: z.optional(z.string()).check(
      z.meta({
        description:
          'In full this once; absent from the response to a retry: revoke a lost one and make another.',
      }),
    ),
  })
  .check(z.meta({ id: 'RestrictedKey' }));

/** The keys after a rotation. */
export const RotatedKeys = z
  .object({
    object: z.literal('api_key_pair'),
    public_key: z.string(),
    secret_key: z.optional(z.string()).check(
      z.meta({
        description:
          'In full this once; absent from the response to a retry: a lost one is rotated again.',
      }),
    ),
    keys: z
      .array(ListedApiKey)
      .check(z.meta({ description: 'All of them, newest first, as listed.' })),
  })
  .check(z.meta({ id: 'ApiKeyPair' }));
type RotatedKeys = z.infer<typeof RotatedKeys>;

/** The key pair as shown after a rotation, but for the new Secret Key. */
export const toKeyPairResource = (
  account: Account,
  lastUses: ReadonlyMap<string, string>,
  now: Date,
): RotatedKeys => ({
  object: 'api_key_pair',
  public_key: account.public_key,
  keys: toKeysResource(account, lastUses, now),
});

/** The one projection from an account's keys to the list of them, newest first; `lastUses` are days by the key's id. */
export const toKeysResource = (
  { api_keys, public_key }: Account,
  lastUses: ReadonlyMap<string, string>,
  now: Date,
): ListedApiKey[] => {
  const current = api_keys.findLast(({ kind }) => kind === 'public');
  return api_keys.toReversed().map((key) => ({
    ...toApiKeyResource(key),
    version: key.version,
    key: key === current ? public_key : null,
    masked: masked(key),
    status: keyStatus(key, now),
    last_used_on: lastUses.get(key.id) ?? null,
  }));
};

/** One of them, or `api_key_not_found`: those that ended long ago are gone. */
export const toKeyResource = (
  account: Account,
  id: string,
  lastUses: ReadonlyMap<string, string>,
  now: Date,
): ListedApiKey => {
  const shown = toKeysResource(account, lastUses, now).find((key) => key.id === id);
  if (!shown) throw new ApiError('api_key_not_found');
  return shown;
};

const masked = ({ prefix, last4 }: ApiKey) => `${prefix}…${last4}`;

/** The longest that an old key may go on working: seven days. */
const graceSecondsMax = 604_800;
const graceSecondsDefault = 86_400;

/** How long the keys before go on working. */
export const GraceSeconds = z._default(
  z.int().check(z.minimum(0), z.maximum(graceSecondsMax)),
  graceSecondsDefault,
);
