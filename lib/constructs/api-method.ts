import { AuthorizationType, AwsIntegration, type IAuthorizer, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Role } from 'aws-cdk-lib/aws-iam';
import type { Route } from '../../functions/route.ts';
import { acknowledge } from './acknowledge.ts';

export type MethodProps = {
  readonly api: RestApi;
  readonly authorizer: IAuthorizer;
  /** What API Gateway calls the functions with; its grants name them. */
  readonly credentials: Role;
  /** Its callers are counted by the usage key that the authorizer names. */
  readonly counted?: boolean;
  /** Why no user pool of API Gateway's own checks the callers. */
  readonly callers: string;
};

/** The method of a route in an API, and the function that it leads to. */
export const apiMethod = (route: Route, functionArn: string, props: MethodProps): void => {
  const { api, authorizer, credentials } = props;
  const method = api.root
    .resourceForPath(route.path)
    .addMethod(
      route.method,
      invoking(functionArn, credentials),
      route.public
        ? { authorizationType: AuthorizationType.NONE }
        : { authorizer, authorizationType: AuthorizationType.CUSTOM, ...(props.counted && { apiKeyRequired: true }) },
    );
  acknowledge(method, {
    'AwsSolutions-COG4': props.callers,
    ...(route.public && {
      'AwsSolutions-APIG4': 'The reference is public: who has no key yet must be able to read it.',
    }),
  });
};

/** Where a provider's events come in: by their signature, which the function checks, and not by a key. */
export const receivingMethod = (api: RestApi, path: string, functionArn: string, credentials: Role): void => {
  const authorizationType = AuthorizationType.NONE;
  const integration = invoking(functionArn, credentials);
  const method = api.root.resourceForPath(path).addMethod('POST', integration, { authorizationType });
  const signed = 'Each event is signed by its provider; the function refuses what is not.';
  acknowledge(method, { 'AwsSolutions-COG4': signed, 'AwsSolutions-APIG4': signed });
};

const invoking = (functionArn: string, credentialsRole: Role): AwsIntegration =>
  new AwsIntegration({
    service: 'lambda',
    proxy: true,
    path: `2015-03-31/functions/${functionArn}/invocations`,
    options: { credentialsRole },
  });
