import type { APIGatewayAuthorizerResult, APIGatewayTokenAuthorizerEvent } from 'aws-lambda';
import { systemClock } from '../../core/time.ts';
import { keyIsLive } from '../../tenants/accounts/model.ts';
import { type Rates, rateLimitOf, usageKeyOf } from '../../tenants/accounts/usage-plans.ts';
import { isWellFormed, type KnownKey, openAccess } from '../../tenants/api-keys/table.ts';
import { allow, deny } from './usage-policy.ts';

const access = openAccess();
const clock = systemClock();

/** The rates of each plan from lib/environments.ts. */
const rates: Rates = JSON.parse(process.env.RATE_LIMITS ?? 'null');

/**
 * Says who is calling, or that nobody is. API Gateway caches the answer for 60 seconds per key. It asks only about texts
 * that look like a key, or like the token of an onboarding link, of this environment.
 */
export const handler = async (
  event: APIGatewayTokenAuthorizerEvent,
): Promise<APIGatewayAuthorizerResult> => {
  const key = event.authorizationToken;
  const now = clock.now();
  const known = isWellFormed(key) ? await access.find(key) : undefined;
  if (!known || !opensDoor(known, now)) return deny(event.methodArn);
  await recordUse(key, known, now);
  const context = { ...contextOf(known), ...rateLimitOf(rates, known.plan) };
  const usageIdentifierKey = usageKeyOf(known.environment, known.tenant_id, known.plan).value;
  return { ...allow(event.methodArn, known.tenant_id, context), usageIdentifierKey };
};

const opensDoor = (known: KnownKey, now: Date) =>
  (known.kind === 'secret' || known.kind === 'restricted' || known.kind === 'onboarding') &&
  known.environment === process.env.ENVIRONMENT &&
  keyIsLive(known, now);

/** Once a day at most; that it failed must not keep the caller out. */
const recordUse = async (key: string, known: KnownKey, now: Date) => {
  const day = now.toISOString().slice(0, 10);
  if (known.last_used_on !== day) await access.recordUse(key, day).catch(logged);
};

const logged = (error: unknown) =>
  console.warn(
    JSON.stringify({
      event: 'last_use_unrecorded',
      error: error instanceof Error ? error.name : 'unknown',
    }),
  );

const contextOf = (known: KnownKey) => ({
  tenant_id: known.tenant_id,
  account_id: known.account_id,
  account_status: known.account_status,
  key_id: known.id,
  environment: known.environment,
  // Functions look at them with each request: what is said here is remembered by the key, for all routes and addresses.
  ...(known.kind !== 'secret' && {
    scopes: known.scopes || nothing,
    allowed_ips: known.allowed_ips ?? '',
  }),
  ...(known.write_shards && { write_shards: known.write_shards }),
  ...(known.kind === 'onboarding' && { customer_id: known.customer_id ?? nothing }),
});

/** A restricted key of which no scope is known is restricted all the same. */
const nothing = 'none';
