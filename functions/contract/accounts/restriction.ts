import * as z from 'zod/mini';
import type { ApiKey, Restriction } from '../../domain/accounts/account.ts';
import { isNetwork } from '../../domain/accounts/allow-list.ts';
import { scopes } from '../../domain/scope.ts';
import { Name } from '../fields.ts';
import { issueOf } from '../issues.ts';
import { withDescription } from '../resource.ts';

/** Networks that one key may come from at most. */
const allowed_ips_max = 16;

const ScopeSchema = z.enum(scopes).check(
  z.meta({
    id: 'Scope',
    description: 'What a restricted key may do. `write` includes `read`, and not to reveal numbers of cards.',
  }),
);

/** The fields of every key that say what it may do; a key that opens everything has none. */
export const restrictionFields = {
  name: withDescription(z.nullable(z.string()), 'What people call it; null unless it is restricted.'),
  scopes: withDescription(z.nullable(z.array(ScopeSchema)), 'What it may do; null unless it is restricted.'),
  allowed_ips: withDescription(z.array(z.string()), 'Where it works from, as addresses and blocks; empty: everywhere.'),
};

/** What restricts a key, as it is shown. */
export const showRestriction = ({ restriction }: Pick<ApiKey, 'restriction'>) => ({
  name: restriction?.name ?? null,
  scopes: restriction ? [...restriction.scopes] : null,
  allowed_ips: [...(restriction?.allowed_ips ?? [])],
});

const Network = z.string().check(
  z.check((payload) => {
    if (!isNetwork(payload.value)) payload.issues.push(issueOf('invalid_format', payload.value, notANetwork));
  }),
);

const notANetwork = 'Must be an IPv4 or IPv6 address, or a block in CIDR notation, such as 203.0.113.0/24.';

/** What makes a restricted key. */
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
