import { AuthorizationType, AwsIntegration, type IAuthorizer, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Role } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Route } from '../../functions/contract/route.ts';
import type { Environment } from '../environments.ts';
import { type DeployedRoute, isPublished } from '../route-functions.ts';
import { acknowledge } from './acknowledge.ts';
import { serviceFunction } from './service-function.ts';

export type EndpointGroupProps = {
  readonly api: RestApi;
  /** The noun: what stands before the dot in the ids of the group's routes. */
  readonly noun: string;
  readonly deployed: readonly DeployedRoute[];
  readonly authorizer: IAuthorizer;
  /** What API Gateway calls the functions with; its grants name them. */
  readonly credentials: Role;
};

/** The routes of one noun: the function of each, and its method where the API has one. */
export const endpointGroup = (
  scope: Construct,
  environment: Environment,
  props: EndpointGroupProps,
): LambdaFunction[] => {
  const group = new Construct(scope, props.noun);
  const functions = new Map<string, LambdaFunction>();
  for (const { route, served } of props.deployed) {
    const made = functions.get(served.id) ?? functionOf(served, group, environment);
    functions.set(served.id, made);
    if (isPublished(route)) addMethod(route, made, props);
  }
  return [...functions.values()];
};

const functionOf = ({ id, summary, needs }: Route, group: Construct, environment: Environment): LambdaFunction =>
  serviceFunction(new Construct(group, id.split('.')[1] ?? ''), environment, { id, summary, needs, ...ofRoutes });

/** Memory is processor time: below a gigabyte the first call through TLS takes longer than all the rest of a start. */
const ofRoutes = { timeout_seconds: 10, memory_mb: 1024 };

const addMethod = (route: Route, made: LambdaFunction, { api, authorizer, credentials }: EndpointGroupProps): void => {
  const resource = api.root.resourceForPath(route.path);
  const integration = new AwsIntegration({
    service: 'lambda',
    proxy: true,
    path: `2015-03-31/functions/${made.functionArn}/invocations`,
    options: { credentialsRole: credentials },
  });
  const method = resource.addMethod(
    route.method,
    integration,
    route.public
      ? { authorizationType: AuthorizationType.NONE }
      : { authorizer, authorizationType: AuthorizationType.CUSTOM, apiKeyRequired: true },
  );
  acknowledge(method, {
    'AwsSolutions-COG4': 'Callers are programs with API keys; the authorizer of the stage checks them.',
    ...(route.public && {
      'AwsSolutions-APIG4': 'The reference is public: whoever has no key yet must be able to read it.',
    }),
  });
};
