import {
  AuthorizationType,
  CfnAuthorizer,
  type IAuthorizer,
  type RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { Role } from 'aws-cdk-lib/aws-iam';
import { Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { Environment, EnvironmentName } from '../environments.ts';

/** How long a decision about a credential is remembered: the bound within which a revocation takes effect. */
const remembered_seconds = 60;

/** The input of an authorizer: a header, and the form of its value; nothing else starts the function. */
export type AuthorizerInput = {
  readonly id: string;
  readonly name: string;
  readonly header: string;
  readonly pattern: string;
};

/** Secret and restricted keys of an environment, and tokens of onboarding links: 32 or 43 random characters and 6 of checksum. */
export const secretKeys = (environment: EnvironmentName): AuthorizerInput => ({
  // Another name and id than before it named usage keys: API Gateway remembers answers by authorizer, and those name none.
  id: 'BusinessAuthorizer',
  name: 'business',
  header: 'Api-Key',
  pattern: `^([sr]k_${environment}_[0-9A-Za-z]{38}|ol_${environment}_[0-9A-Za-z]{49})$`,
});

/** Signed tokens of people: three parts in base64url. */
export const bearerTokens: AuthorizerInput = {
  // Another name and id than before it named usage keys, as above.
  id: 'PersonAuthorizer',
  name: 'person',
  header: 'Authorization',
  pattern: '^Bearer [0-9A-Za-z_-]+\\.[0-9A-Za-z_-]+\\.[0-9A-Za-z_-]+$',
};

/** Asks the authorizing function, by what its calls name, about what callers send. */
export const tokenAuthorizer = (
  scope: Construct,
  { clockSpeed }: Environment,
  { id, name, header, pattern }: AuthorizerInput,
  props: { api: RestApi; functionArn: string; credentials: Role },
): IAuthorizer => {
  const { region, partition } = Stack.of(scope);
  const invocation = `path/2015-03-31/functions/${props.functionArn}/invocations`;
  const settings = {
    name,
    type: 'TOKEN',
    identitySource: `method.request.header.${header}`,
    identityValidationExpression: pattern,
    authorizerResultTtlInSeconds: Math.ceil(remembered_seconds / clockSpeed),
    authorizerUri: `arn:${partition}:apigateway:${region}:lambda:${invocation}`,
    authorizerCredentials: props.credentials.roleArn,
  };
  const made = new CfnAuthorizer(scope, id, { restApiId: props.api.restApiId, ...settings });
  // A stage serves the deployment it was given: a changed authorizer must make a new one.
  props.api.latestDeployment?.addToLogicalId({ authorizer: settings });
  props.api.latestDeployment?.node.addDependency(made);
  return { authorizerId: made.ref, authorizationType: AuthorizationType.CUSTOM } as IAuthorizer;
};
