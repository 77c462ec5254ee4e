import {
  AuthorizationType,
  AwsIntegration,
  ContentHandling,
  type IAuthorizer,
  MockIntegration,
  PassthroughBehavior,
  type RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { Role } from 'aws-cdk-lib/aws-iam';
import { ApiError } from '../../functions/core/api-error.ts';
import type { Route } from '../../functions/core/route.ts';
import type { Environment } from '../environments.ts';
import { mappedHeaders, problemTemplate } from '../gateway-responses.ts';
import { acknowledge } from './acknowledge.ts';
import { type CallerRoles, callingRole } from './caller-role.ts';

export type MethodProps = {
  readonly api: RestApi;
  readonly authorizer: IAuthorizer;
  readonly credentials: CallerRoles;
  /** Why no user pool of API Gateway's own checks the callers. */
  readonly callers: string;
};

/** The method of a route in an API, and the function that it leads to. Callers are counted by the usage key that the authorizer names. */
export const apiMethod = (route: Route, functionArn: string, props: MethodProps): void => {
  const { api, authorizer, credentials } = props;
  const method = api.root
    .resourceForPath(route.path)
    .addMethod(
      route.method,
      invoking(functionArn, callingRole(credentials, route)),
      route.public
        ? { authorizationType: AuthorizationType.NONE }
        : { authorizer, authorizationType: AuthorizationType.CUSTOM, apiKeyRequired: true },
    );
  acknowledge(method, {
    'AwsSolutions-COG4': props.callers,
    ...(route.public && {
      'AwsSolutions-APIG4': 'The reference is public: who has no key yet must be able to read it.',
    }),
  });
};

/** Where a provider's events come in: by their signature, which the function checks, and not by a key. */
export const receivingMethod = (
  api: RestApi,
  path: string,
  functionArn: string,
  credentials: Role,
): void => {
  const authorizationType = AuthorizationType.NONE;
  const integration = invoking(functionArn, credentials);
  const method = api.root
    .resourceForPath(path)
    .addMethod('POST', integration, { authorizationType });
  const signed = 'Each event is signed by its provider; the function refuses what is not.';
  acknowledge(method, { 'AwsSolutions-COG4': signed, 'AwsSolutions-APIG4': signed });
};

/** Types of bodies that are answered with 405; another is 415. A request without a type counts as JSON. */
const bodyTypes = [
  ...[
    'application/json',
    'application/merge-patch+json',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
  ],
  ...['text/plain', 'application/xml', 'text/xml', 'application/octet-stream'],
];

/** 405 with `Allow` for every method that a path lacks. It calls no function, so nobody has to be authorised. */
export const otherMethods = (
  api: RestApi,
  environment: Environment,
  path: string,
  allowed: readonly string[],
): void => {
  const { status, headers, body } = problemTemplate(
    environment,
    new ApiError('method_not_allowed'),
  );
  const mapped = mappedHeaders({ ...headers, allow: allowed.toSorted().join(', ') });
  const parameters = Object.entries(mapped).map(
    ([name, value]) => [`method.response.header.${name}`, value] as const,
  );
  const method = api.root.resourceForPath(path).addMethod(
    'ANY',
    new MockIntegration({
      passthroughBehavior: PassthroughBehavior.NEVER,
      // All types are binary to this API, and a mock reads its request as text.
      contentHandling: ContentHandling.CONVERT_TO_TEXT,
      requestTemplates: Object.fromEntries(
        bodyTypes.map((type) => [type, `{"statusCode": ${status}}`]),
      ),
      integrationResponses: [
        {
          statusCode: status,
          contentHandling: ContentHandling.CONVERT_TO_TEXT,
          responseParameters: Object.fromEntries(parameters),
          responseTemplates: { 'application/json': body },
        },
      ],
    }),
    {
      authorizationType: AuthorizationType.NONE,
      methodResponses: [
        {
          statusCode: status,
          responseParameters: Object.fromEntries(parameters.map(([name]) => [name, true])),
        },
      ],
    },
  );
  const nothing = 'It only says which methods the path has, as the public document does.';
  acknowledge(method, { 'AwsSolutions-COG4': nothing, 'AwsSolutions-APIG4': nothing });
};

const invoking = (functionArn: string, credentialsRole: Role): AwsIntegration =>
  new AwsIntegration({
    service: 'lambda',
    proxy: true,
    path: `2015-03-31/functions/${functionArn}/invocations`,
    options: { credentialsRole },
  });
