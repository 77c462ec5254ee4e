/** A function of a small assembly: its source, CommonJS unless its file says otherwise, and what its template says. */
export type SmallFunction = {
  readonly source: string;
  /** Default `index.cjs`. */
  readonly file?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
};

/** A method of the one API: `GET /things/{thing_id}` → which function, and whether the authorizer stands before it. */
export type SmallMethod = {
  readonly function: string;
  readonly open?: true;
  /** It takes a key of a usage plan. */
  readonly counted?: true;
  readonly timeout_ms?: number;
  /** The API's role may not call it. */
  readonly forbidden?: true;
  /** The logical id of the alias that it calls the function by. */
  readonly alias?: string;
};

/**
 * The contents that a test wants of an assembly: one stage, functions by logical id, and an API
 * over them.
 */
export type Small = {
  readonly functions: Readonly<Record<string, SmallFunction>>;
  readonly methods?: Readonly<Record<string, SmallMethod>>;
  readonly authorizer?: { readonly function: string; readonly ttl_seconds: number };
  /** More resources of the template, by logical id; they win over those made here. */
  readonly resources?: Readonly<Record<string, unknown>>;
  readonly template?: Readonly<Record<string, unknown>>;
};

/** The API's resources by logical id; none where the assembly has no methods. */
export const apiOf = ({ methods, authorizer }: Small): Record<string, unknown> => {
  if (!methods) return {};
  const api = { RestApiId: { Ref: 'Api' } };
  const resources: Record<string, unknown> = {
    Api: declared('AWS::ApiGateway::RestApi', {
      Name: 'small',
      BinaryMediaTypes: ['application~1octet-stream', 'image/*'],
      MinimumCompressionSize: 100,
    }),
    Deployment: { Type: 'AWS::ApiGateway::Deployment', Properties: api },
    Stage: declared('AWS::ApiGateway::Stage', {
      ...api,
      StageName: 'v1',
      DeploymentId: { Ref: 'Deployment' },
    }),
  };
  for (const [key, method] of Object.entries(methods)) {
    const [httpMethod = '', path = ''] = key.split(' ');
    const ResourceId = resourceFor(resources, path);
    resources[key.replace(/\W/g, '_')] = declared('AWS::ApiGateway::Method', {
      ...api,
      ResourceId,
      HttpMethod: httpMethod,
      ...(method.counted && { ApiKeyRequired: true }),
      ...(method.open
        ? { AuthorizationType: 'NONE' }
        : { AuthorizationType: 'CUSTOM', AuthorizerId: { Ref: 'Authorizer' } }),
      Integration: {
        Type: 'AWS_PROXY',
        Uri: invocationOf(method),
        TimeoutInMillis: method.timeout_ms ?? 29_000,
        Credentials,
      },
    });
  }
  const called = Object.values(methods).filter(({ forbidden }) => !forbidden);
  const arns = [...called, ...(authorizer ? [authorizer] : [])].map(arnOf);
  resources.Caller = roleCalling('caller', ...arns);
  if (!authorizer) return resources;
  resources.Authorizer = declared('AWS::ApiGateway::Authorizer', {
    ...api,
    Type: 'TOKEN',
    IdentitySource: 'method.request.header.Api-Key',
    IdentityValidationExpression: '^[a-z]+-[0-9]+$',
    AuthorizerResultTtlInSeconds: authorizer.ttl_seconds,
    AuthorizerUri: invocationOf(authorizer),
    AuthorizerCredentials: Credentials,
  });
  return resources;
};

const Credentials = { 'Fn::GetAtt': ['Caller', 'Arn'] };

type Called = { readonly function: string; readonly alias?: string };

/** The arn of the function, or of an alias that is declared elsewhere. */
const arnOf = (called: Called): unknown =>
  called.alias === undefined ? { 'Fn::GetAtt': [called.function, 'Arn'] } : { Ref: called.alias };

const invocationOf = (called: Called): unknown => {
  const before = ':apigateway:eu-west-1:lambda:path/2015-03-31/functions/';
  return {
    'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, before, arnOf(called), '/invocations']],
  };
};

/** A role that may invoke these functions and aliases. */
export const roleCalling = (RoleName: string, ...Resource: unknown[]): unknown => {
  const Statement = { Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource };
  return declared('AWS::IAM::Role', {
    RoleName,
    Policies: [{ PolicyName: 'call', PolicyDocument: { Statement } }],
  });
};

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

/** A resource of a template. */
export const declared = <P extends object>(Type: string, Properties: P) => ({ Type, Properties });
