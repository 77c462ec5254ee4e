import type { APIGatewayAuthorizerResult, APIGatewayTokenAuthorizerEvent } from 'aws-lambda';
import { idTokens } from '../ports/operator-directory/id-tokens.ts';
import { openStandings } from '../store/accounts/standing.ts';
import { letIn, turnedAway } from './stage-policy.ts';

const signedIn = idTokens(process.env.SIGN_IN_ISSUER, process.env.SIGN_IN_CLIENT_ID);
const standings = openStandings();

/**
 * Says which person is calling from the dashboard, or that nobody is. API Gateway caches what it says for 60 seconds per
 * token; a role is as old as the token, which lives 10 minutes.
 */
export const handler = async (event: APIGatewayTokenAuthorizerEvent): Promise<APIGatewayAuthorizerResult> => {
  const who = await signedIn(event.authorizationToken.replace(/^Bearer /, ''));
  const standing = who && (await standings.find(who.tenant_id));
  if (!who) return turnedAway(event.methodArn);
  return letIn(event.methodArn, who.operator_id, {
    tenant_id: who.tenant_id,
    // A business may be registered in one environment and not in the other; to sign in again would not change that.
    ...(standing ?? { account_id: 'none', account_status: 'not_registered' }),
    operator_id: who.operator_id,
    operator_role: who.role,
    environment: process.env.ENVIRONMENT ?? '',
  });
};
