import type { APIGatewayAuthorizerResult, APIGatewayTokenAuthorizerEvent } from 'aws-lambda';
import { keyIsLive } from '../domain/accounts/account.ts';
import { systemClock } from '../runtime/clock.ts';
import { type KnownKey, openAccess } from '../store/accounts/access.ts';
import { isWellFormed } from '../store/accounts/secret-key.ts';
import { letIn, turnedAway } from './stage-policy.ts';

const access = openAccess();
const clock = systemClock();

/**
 * Says who is calling, or that nobody is. API Gateway caches what it says for 60 seconds per key, and asks only for what
 * looks like a Secret Key of this environment.
 */
export const handler = async (event: APIGatewayTokenAuthorizerEvent): Promise<APIGatewayAuthorizerResult> => {
  const key = event.authorizationToken;
  const now = clock.now();
  const known = isWellFormed(key) ? await access.find(key) : undefined;
  if (!known || !opensDoor(known, now)) return turnedAway(event.methodArn);
  await recordUse(key, known, now);
  return letIn(event.methodArn, known.tenant_id, contextOf(known));
};

const opensDoor = (known: KnownKey, now: Date) =>
  known.kind === 'secret' && known.environment === process.env.ENVIRONMENT && keyIsLive(known, now);

/** Once a day at most; that it failed must not keep the caller out. */
const recordUse = async (key: string, known: KnownKey, now: Date) => {
  const day = now.toISOString().slice(0, 10);
  if (known.last_used_on !== day) await access.recordUse(key, day).catch(logged);
};

const logged = (error: unknown) =>
  console.warn(
    JSON.stringify({ message: 'last use not noted', error: error instanceof Error ? error.name : 'unknown' }),
  );

const contextOf = (known: KnownKey) => ({
  tenant_id: known.tenant_id,
  account_id: known.account_id,
  account_status: known.account_status,
  key_id: known.id,
  environment: known.environment,
});
