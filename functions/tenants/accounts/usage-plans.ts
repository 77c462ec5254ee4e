import type { Plan } from './model.ts';

/** Every plan; a business begins in the first. */
export const plans = ['standard', 'elevated'] as const satisfies readonly Plan[];

/**
 * API Gateway's key of a business in a plan, by which it counts. It opens nothing, and nobody sends it: the authorizer
 * names it. A business has one in each plan that it ever was in, so that moving is naming the other.
 */
export type UsageKey = { readonly name: string; readonly value: string };

/** The key of a business in a plan. */
export const usageKeyOf = (environment: string, tenantId: string, plan: Plan): UsageKey =>
  keyNamed(`${environment}-${plan}-${tenantId}`);

/** API Gateway takes letters and digits for a value, at least twenty. */
const keyNamed = (name: string): UsageKey => ({
  name,
  value: name.replaceAll(/[^0-9A-Za-z]/g, ''),
});

/**
 * The people of a business are counted in the dashboard by one of 32 keys. The last character of
 * the business's id, which is random, chooses the key: so the template makes them all and no
 * business need be put into anything. Those who share one share its limit.
 */
export const dashboardShards: readonly string[] = [...'0123456789abcdefghjkmnpqrstvwxyz'];

/** The key that counts the people of the businesses of a shard. */
export const dashboardKeyOf = (environment: string, shard: string): UsageKey =>
  keyNamed(`${environment}-dashboard-businesses-${shard}`);

/** The shard of a business. */
export const dashboardShardOf = (tenantId: string): string => tenantId.slice(-1);

/** Requests a second by plan. */
export type Rates = Readonly<Record<Plan, number>>;

/**
 * The headers that describe a caller's limit, by draft-ietf-httpapi-ratelimit-headers: with every answer the policy, and
 * when nothing is left of it how long to wait. Only API Gateway knows what is left in between, and does not publish it.
 */
export const rateLimitOf = (rates: Rates, plan: Plan) => ({
  rate_limit_policy: `"business";q=${rates[plan]};w=1`,
  rate_limit_spent: '"business";r=0;t=1',
});
