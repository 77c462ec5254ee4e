import { AuthorizationType, AwsIntegration, type IAuthorizer, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Role } from 'aws-cdk-lib/aws-iam';
import type { Route } from '../../functions/contract/route.ts';
import { acknowledge } from './acknowledge.ts';

export type MethodProps = {
  readonly api: RestApi;
  readonly authorizer: IAuthorizer;
  /** What API Gateway calls the functions with; its grants name them. */
  readonly credentials: Role;
  /** Why no user pool of API Gateway's own checks the callers. */
  readonly callers: string;
};

/** The method of a route in an API, and the function that it leads to. */
export const apiMethod = (route: Route, functionArn: string, props: MethodProps): void => {
  const { api, authorizer, credentials } = props;
  const resource = api.root.resourceForPath(route.path);
  const integration = new AwsIntegration({
    service: 'lambda',
    proxy: true,
    path: `2015-03-31/functions/${functionArn}/invocations`,
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
    'AwsSolutions-COG4': props.callers,
    ...(route.public && {
      'AwsSolutions-APIG4': 'The reference is public: whoever has no key yet must be able to read it.',
    }),
  });
};
