/** The roles of a person in the dashboard. Programs with keys have no role. */
export const roles = ['owner', 'developer', 'reviewer', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** Whether a word names a role. */
export const isRole = (word: unknown): word is Role => roles.some((role) => role === word);

/** Everything that a restricted key may be allowed: what it is about, and whether to look at it or to change it. */
export const scopes = [
  'accounts:read',
  'agreements:read',
  'agreements:write',
  // A person who sets the endpoint decides over every authorization of the account.
  'authorization_endpoints:read',
  'authorization_endpoints:write',
  'authorizations:read',
  'cards:read',
  'cards:write',
  // Numbers of cards are worth more than all else together: who may issue cards need not see one.
  'cards:reveal',
  'customers:read',
  // Final: in the dashboard only owners redact, so only they create keys with this scope.
  'customers:redact',
  'customers:write',
  'deliveries:read',
  'deliveries:write',
  'documents:read',
  'documents:write',
  'events:read',
  'features:read',
  'features:write',
  'idempotency_keys:read',
  'onboarding_links:read',
  'onboarding_links:write',
  'persons:read',
  'persons:write',
  'requests:read',
  'screenings:read',
  'simulations:read',
  'simulations:write',
  'transactions:read',
  // Vouches for an identity that nobody here has checked, so it is never part of another scope.
  'verifications:attest',
  'verifications:read',
  'verifications:write',
  'webhooks:read',
  'webhooks:write',
] as const;
export type Scope = (typeof scopes)[number];

/**
 * The scope that a route may demand: one of a key, or the one of an onboarding link's token, which
 * no key can have.
 */
export type DemandedScope = Scope | 'onboarding';

/** Whether a key with these scopes has one; who may change something may look at it. */
export const hasScope = (granted: readonly string[], scope: DemandedScope): boolean =>
  granted.includes(scope) ||
  (scope.endsWith(':read') && granted.includes(scope.replace(/read$/, 'write')));

/** Scopes that no key has unless it names them: a secret key, which has all others, lacks them. */
const namedOnly: readonly string[] = [
  'verifications:attest',
  'onboarding',
] satisfies readonly DemandedScope[];

/** Whether only a restricted key can have this scope. */
export const isNamedOnly = (scope: string | undefined): boolean =>
  scope !== undefined && namedOnly.includes(scope);

/** Scopes that only these roles can give to a key, since no other role can call what they open. */
const grantors: Partial<Record<Scope, readonly Role[]>> = {
  'customers:redact': ['owner'],
  'verifications:attest': ['owner'],
};

/** Whether a person with this role can give a scope to a key. */
export const canGrant = (role: Role, scope: Scope): boolean =>
  grantors[scope]?.includes(role) ?? true;
