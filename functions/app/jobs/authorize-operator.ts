import type { APIGatewayAuthorizerResult, APIGatewayTokenAuthorizerEvent } from 'aws-lambda';
import { idTokens } from '../../core/aws/id-tokens.ts';
import { dashboardKeyOf, dashboardShardOf } from '../../tenants/accounts/usage-plans.ts';
import { openTeams } from '../../tenants/operators/table.ts';
import { allow, deny } from './usage-policy.ts';

const signedIn = idTokens(process.env.SIGN_IN_ISSUER, process.env.SIGN_IN_CLIENT_ID);
const teams = openTeams();

/** Teams are stored in live, where the people sign in; sandbox may be another account, and has nothing of live's to read. */
const teamsAreHere = process.env.ENVIRONMENT === 'live';

/**
 * Says which person is calling from the dashboard, or that nobody is. API Gateway caches what it
 * says for 60 seconds per token. In live that is how old a role can be, and how long a removed
 * person is still let in. In sandbox both also end with the token, which lives 10 minutes.
 */
export const handler = async (
  event: APIGatewayTokenAuthorizerEvent,
): Promise<APIGatewayAuthorizerResult> => {
  const who = await signedIn(event.authorizationToken.replace(/^Bearer /, ''));
  if (!who) return deny(event.methodArn);
  const team = teamsAreHere ? teams.roleOf(who) : who.role;
  const [business, role] = await Promise.all([teams.find(who.tenant_id), team]);
  if (!role) return deny(event.methodArn);
  const environment = process.env.ENVIRONMENT ?? '';
  const policy = allow(event.methodArn, who.operator_id, {
    tenant_id: who.tenant_id,
    // A business may be registered in one environment and not in the other; to sign in again would not change that.
    ...(business ?? { account_id: 'none', account_status: 'not_registered' }),
    operator_id: who.operator_id,
    operator_role: role,
    environment,
  });
  return {
    ...policy,
    usageIdentifierKey: dashboardKeyOf(environment, dashboardShardOf(who.tenant_id)).value,
  };
};
