import type { APIGatewayAuthorizerResult } from 'aws-lambda';

/** The caller is let in everywhere; API Gateway passes the context on to the functions. */
export const allow = (
  methodArn: string,
  principalId: string,
  context: Readonly<Record<string, string>>,
): APIGatewayAuthorizerResult => ({
  principalId,
  policyDocument: wholeStage('Allow', methodArn),
  context,
});

/** Refused by policy, which is remembered; to throw `Unauthorized` would count as an error of the function. */
export const deny = (methodArn: string): APIGatewayAuthorizerResult => ({
  principalId: 'nobody',
  policyDocument: wholeStage('Deny', methodArn),
});

/** The cached policy serves every route: one that named a single method would lock the others. */
const wholeStage = (
  Effect: 'Allow' | 'Deny',
  methodArn: string,
): APIGatewayAuthorizerResult['policyDocument'] => {
  const [arn, stage] = methodArn.split('/');
  const Resource = `${arn}/${stage}/*`;
  return { Version: '2012-10-17', Statement: [{ Effect, Action: 'execute-api:Invoke', Resource }] };
};
