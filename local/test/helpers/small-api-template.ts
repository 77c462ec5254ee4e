import type { Small } from './small-assembly.ts';

/** The API's resources by logical id; none where the assembly has no methods. */
export const apiOf = ({ methods, authorizer }: Small): Record<string, unknown> => {
  if (!methods) return {};
  const api = { RestApiId: { Ref: 'Api' } };
  const resources: Record<string, unknown> = {
    Api: {
      Type: 'AWS::ApiGateway::RestApi',
      Properties: { Name: 'small', BinaryMediaTypes: ['application~1octet-stream', 'image/*'] },
    },
    Deployment: { Type: 'AWS::ApiGateway::Deployment', Properties: api },
    Stage: {
      Type: 'AWS::ApiGateway::Stage',
      Properties: { ...api, StageName: 'v1', DeploymentId: { Ref: 'Deployment' } },
    },
  };
  for (const [key, method] of Object.entries(methods)) {
    const [httpMethod = '', path = ''] = key.split(' ');
    const ResourceId = resourceFor(resources, path);
    resources[key.replace(/\W/g, '_')] = {
      Type: 'AWS::ApiGateway::Method',
      Properties: {
        ...api,
        ResourceId,
        HttpMethod: httpMethod,
        ...(method.counted && { ApiKeyRequired: true }),
        ...(method.open
          ? { AuthorizationType: 'NONE' }
          : { AuthorizationType: 'CUSTOM', AuthorizerId: { Ref: 'Authorizer' } }),
        Integration: {
          Type: 'AWS_PROXY',
          Uri: invocationOf(method.function, method.alias),
          TimeoutInMillis: method.timeout_ms ?? 29_000,
        },
      },
    };
    resources[`May${method.function}`] = permissionOf(method.function);
  }
  if (!authorizer) return resources;
  resources[`May${authorizer.function}`] = permissionOf(authorizer.function);
  resources.Authorizer = {
    Type: 'AWS::ApiGateway::Authorizer',
    Properties: {
      ...api,
      Type: 'TOKEN',
      IdentitySource: 'method.request.header.Api-Key',
      IdentityValidationExpression: '^[a-z]+-[0-9]+$',
      AuthorizerResultTtlInSeconds: authorizer.ttl_seconds,
      AuthorizerUri: invocationOf(authorizer.function),
    },
  };
  return resources;
};

/** Of the function, or of an alias that is declared elsewhere. */
const invocationOf = (name: string, alias?: string): unknown => ({
  'Fn::Join': [
    '',
    [
      'arn:',
      { Ref: 'AWS::Partition' },
      ':apigateway:eu-west-1:lambda:path/2015-03-31/functions/',
      alias === undefined ? { 'Fn::GetAtt': [name, 'Arn'] } : { Ref: alias },
      '/invocations',
    ],
  ],
});

/** That API Gateway may call a function, or an alias, by its logical id. */
export const permissionOf = (name: string): unknown => ({
  Type: 'AWS::Lambda::Permission',
  Properties: {
    Action: 'lambda:InvokeFunction',
    FunctionName: { Ref: name },
    Principal: 'apigateway.amazonaws.com',
    SourceArn: { 'Fn::Sub': 'arn:aws:execute-api:eu-west-1:$' + '{AWS::AccountId}:$' + '{Api}/*' },
  },
});

/** Adds the path's resources to the template; says how the method refers to the last. */
const resourceFor = (resources: Record<string, unknown>, path: string): unknown => {
  let parent: unknown = { 'Fn::GetAtt': ['Api', 'RootResourceId'] };
  let id = 'At';
  for (const part of path.split('/').filter((each) => each !== '')) {
    id += `_${part.replace(/\W/g, '_')}`;
    const Properties = { RestApiId: { Ref: 'Api' }, ParentId: parent, PathPart: part };
    resources[id] = { Type: 'AWS::ApiGateway::Resource', Properties };
    parent = { Ref: id };
  }
  return parent;
};
