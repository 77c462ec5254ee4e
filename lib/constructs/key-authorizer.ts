import { AuthorizationType, CfnAuthorizer, type IAuthorizer, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Role } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { EnvironmentName } from '../environments.ts';

/** How long a decision about a key is remembered: the bound within which a revocation takes effect. */
const cache_seconds = 60;

/** What a Secret Key of an environment looks like: 32 random characters and 6 of checksum. */
const keyPattern = (environment: EnvironmentName): string => `^sk_${environment}_[0-9A-Za-z]{38}$`;

/** Asks the authorizing function about `Api-Key`; what does not look like a key of this environment starts nothing. */
export const keyAuthorizer = (
  scope: Construct,
  props: { environment: EnvironmentName; api: RestApi; authorize: LambdaFunction; credentials: Role },
): IAuthorizer => {
  const { region, partition } = Stack.of(scope);
  const invocation = `path/2015-03-31/functions/${props.authorize.functionArn}/invocations`;
  const settings = {
    name: 'business',
    type: 'TOKEN',
    identitySource: 'method.request.header.Api-Key',
    identityValidationExpression: keyPattern(props.environment),
    authorizerResultTtlInSeconds: cache_seconds,
    authorizerUri: `arn:${partition}:apigateway:${region}:lambda:${invocation}`,
    authorizerCredentials: props.credentials.roleArn,
  };
  // Another name and id than before it named usage keys: API Gateway remembers answers by authorizer, and those name none.
  const made = new CfnAuthorizer(scope, 'BusinessAuthorizer', { restApiId: props.api.restApiId, ...settings });
  // A stage serves the deployment it was given: a changed authorizer must make a new one.
  props.api.latestDeployment?.addToLogicalId({ authorizer: settings });
  props.api.latestDeployment?.node.addDependency(made);
  return { authorizerId: made.ref, authorizationType: AuthorizationType.CUSTOM } as IAuthorizer;
};
