import { AuthorizationType, AwsIntegration, type IAuthorizer, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Role } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Route } from '../../functions/contract/route.ts';
import type { Environment } from '../environments.ts';
import { acknowledge } from './acknowledge.ts';
import { serviceFunction } from './service-function.ts';

export type EndpointGroupProps = {
  readonly api: RestApi;
  /** The noun: what stands before the dot in the ids of the group's routes. */
  readonly noun: string;
  readonly routes: readonly Route[];
  readonly authorizer: IAuthorizer;
  /** What API Gateway calls the functions with; its grants name them. */
  readonly credentials: Role;
};

/** The routes of one noun, each with its method and its function. */
export const endpointGroup = (
  scope: Construct,
  environment: Environment,
  props: EndpointGroupProps,
): LambdaFunction[] => {
  const group = new Construct(scope, props.noun);
  return props.routes.map((route) => {
    const [, verb = ''] = route.id.split('.');
    const { id, summary, needs } = route;
    const made = serviceFunction(new Construct(group, verb), environment, { id, summary, needs, ...ofRoutes });
    addMethod(route, made, props);
    return made;
  });
};

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
      : { authorizer, authorizationType: AuthorizationType.CUSTOM },
  );
  acknowledge(method, {
    'AwsSolutions-COG4': 'Callers are programs with API keys; the authorizer of the stage checks them.',
    ...(route.public && {
      'AwsSolutions-APIG4': 'The reference is public: whoever has no key yet must be able to read it.',
    }),
  });
};
