import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A function of a small assembly: its CommonJS source and what its template says. */
export type SmallFunction = {
  readonly source: string;
  readonly properties?: Readonly<Record<string, unknown>>;
};

/** A method of the one API: `GET /things/{thing_id}` → which function, and whether the authorizer stands before it. */
export type SmallMethod = { readonly function: string; readonly open?: true; readonly timeout_ms?: number };

/** What a test wants of an assembly: one stage, functions by logical id, and an API over them. */
export type Small = {
  readonly functions: Readonly<Record<string, SmallFunction>>;
  readonly methods?: Readonly<Record<string, SmallMethod>>;
  readonly authorizer?: { readonly function: string; readonly ttl_seconds: number };
  /** More resources of the template, by logical id; they win over those made here. */
  readonly resources?: Readonly<Record<string, unknown>>;
  readonly template?: Readonly<Record<string, unknown>>;
};

/** Writes the files that `cdk synth` would write; `remove` deletes them. */
export const writeSmallAssembly = (small: Small): { folder: string; remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), 'assembly-'));
  const stage = join(folder, 'assembly-sandbox');
  mkdirSync(stage);
  writeJson(join(folder, 'manifest.json'), {
    artifacts: {
      'assembly-sandbox': {
        type: 'cdk:cloud-assembly',
        properties: { directoryName: 'assembly-sandbox', displayName: 'sandbox' },
      },
    },
  });
  writeJson(join(stage, 'manifest.json'), {
    artifacts: {
      'small.assets': { type: 'cdk:asset-manifest', properties: { file: 'small.assets.json' } },
      small: {
        type: 'aws:cloudformation:stack',
        environment: 'aws://unknown-account/eu-west-1',
        properties: { templateFile: 'small.template.json', stackName: 'small' },
      },
    },
  });
  writeJson(join(stage, 'small.assets.json'), { files: writeAssets(folder, small.functions) });
  const resources = { ...functionsOf(small), ...apiOf(small), ...small.resources };
  writeJson(join(stage, 'small.template.json'), { ...small.template, Resources: resources });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
};

const writeJson = (path: string, value: unknown): void => writeFileSync(path, JSON.stringify(value));

const writeAssets = (folder: string, functions: Small['functions']): Record<string, unknown> => {
  const files = Object.entries(functions).map(([name, { source }]) => {
    mkdirSync(join(folder, `asset.${name}`));
    writeFileSync(join(folder, `asset.${name}`, 'index.cjs'), source);
    const destinations = { current: { objectKey: `${name}.zip` } };
    return [name, { source: { path: `../asset.${name}`, packaging: 'zip' }, destinations }];
  });
  return Object.fromEntries(files);
};

const functionsOf = ({ functions }: Small): Record<string, unknown> => {
  const made = Object.entries(functions).map(([name, { properties }]) => {
    const Properties = {
      FunctionName: name,
      Handler: 'index.handler',
      Runtime: 'nodejs24.x',
      Role: { 'Fn::GetAtt': ['Role', 'Arn'] },
      Code: { S3Bucket: { 'Fn::Sub': 'cdk-assets-$' + '{AWS::AccountId}' }, S3Key: `${name}.zip` },
      ...properties,
    };
    return [name, { Type: 'AWS::Lambda::Function', Properties }];
  });
  return { ...Object.fromEntries(made), Role: { Type: 'AWS::IAM::Role', Properties: { RoleName: 'small' } } };
};

const invocationOf = (name: string): unknown => ({
  'Fn::Join': [
    '',
    [
      'arn:',
      { Ref: 'AWS::Partition' },
      ':apigateway:eu-west-1:lambda:path/2015-03-31/functions/',
      { 'Fn::GetAtt': [name, 'Arn'] },
      '/invocations',
    ],
  ],
});

const permissionOf = (name: string): unknown => ({
  Type: 'AWS::Lambda::Permission',
  Properties: {
    Action: 'lambda:InvokeFunction',
    FunctionName: { Ref: name },
    Principal: 'apigateway.amazonaws.com',
    SourceArn: { 'Fn::Sub': 'arn:aws:execute-api:eu-west-1:$' + '{AWS::AccountId}:$' + '{Api}/*' },
  },
});

const apiOf = ({ methods, authorizer }: Small): Record<string, unknown> => {
  if (!methods) return {};
  const api = { RestApiId: { Ref: 'Api' } };
  const resources: Record<string, unknown> = {
    Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'small' } },
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
        ...(method.open
          ? { AuthorizationType: 'NONE' }
          : { AuthorizationType: 'CUSTOM', AuthorizerId: { Ref: 'Authorizer' } }),
        Integration: {
          Type: 'AWS_PROXY',
          Uri: invocationOf(method.function),
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
