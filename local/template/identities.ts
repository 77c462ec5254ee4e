import { createHash } from 'node:crypto';
import type { Resource } from '../aws-service.ts';
import { BadConfiguration } from '../errors.ts';

/** A resource whose name is still to be found. */
export type Unnamed = Omit<Resource, 'physicalId'>;

type Scope = { readonly region: string; readonly account: string; readonly name: string };
type Identity = { readonly id: string; readonly attributes?: Readonly<Record<string, string>> };

/** The value of `Ref`: the declared name, or one derived from stack and logical id, so that it is the same at every start. */
export const physicalIdOf = (resource: Unnamed, scope: Scope): string =>
  identityOf(resource, scope).id;

/** The value of `Fn::GetAtt`; an unknown attribute is an error that names it. */
export const attributeOf = (resource: Unnamed, name: string, scope: Scope): string => {
  const value = identityOf(resource, scope).attributes?.[name];
  if (value !== undefined) return value;
  throw new BadConfiguration(
    `The stack ${scope.name} asks ${resource.logicalId} (${resource.type}) for ${name}, which local/ does not know.`,
  );
};

const identityOf = (resource: Unnamed, scope: Scope): Identity => {
  const name = (property: string): string => {
    const declared = resource.properties[property];
    return typeof declared === 'string'
      ? declared
      : `${scope.name}-${resource.logicalId}`.slice(-63);
  };
  const arn = (service: string, rest: string): string =>
    `arn:aws:${service}:${scope.region}:${scope.account}:${rest}`;
  const make = identities[resource.type];
  return make ? make({ resource, scope, name, arn }) : { id: short(resource, scope) };
};

type Naming = {
  readonly resource: Unnamed;
  readonly scope: Scope;
  readonly name: (property: string) => string;
  readonly arn: (service: string, rest: string) => string;
};

const digest = (resource: Unnamed, scope: Scope): string =>
  createHash('sha256').update(`${scope.region}/${scope.name}/${resource.logicalId}`).digest('hex');

/** Ten characters, as API Gateway's ids. */
const short = (resource: Unnamed, scope: Scope): string => digest(resource, scope).slice(0, 10);

const uuid = (resource: Unnamed, scope: Scope): string =>
  digest(resource, scope).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');

const named =
  (property: string, service: string, prefix: string, suffix = '') =>
  ({ name, arn }: Naming): Identity => ({
    id: name(property),
    attributes: { Arn: arn(service, prefix + name(property) + suffix) },
  });

const table = ({ name, arn, resource }: Naming): Identity => {
  const own = arn('dynamodb', `table/${name('TableName')}`);
  const attributes = {
    Arn: own,
    StreamArn: `${own}/stream/2020-01-01T00:00:00.000`,
    TableId: resource.logicalId,
  };
  return { id: name('TableName'), attributes };
};

const identities: Readonly<Record<string, (naming: Naming) => Identity>> = {
  'AWS::DynamoDB::GlobalTable': table,
  'AWS::DynamoDB::Table': table,
  'AWS::Lambda::Function': named('FunctionName', 'lambda', 'function:'),
  'AWS::Logs::LogGroup': named('LogGroupName', 'logs', 'log-group:', ':*'),
  'AWS::CloudWatch::Alarm': named('AlarmName', 'cloudwatch', 'alarm:'),
  'AWS::Events::Rule': ({ name, arn, resource }) => {
    const bus = resource.properties.EventBusName;
    const path = typeof bus === 'string' && bus !== 'default' ? `${bus.split('/').at(-1)}/` : '';
    return { id: name('Name'), attributes: { Arn: arn('events', `rule/${path}${name('Name')}`) } };
  },
  'AWS::Events::EventBus': ({ name, arn }) => ({
    id: name('Name'),
    attributes: { Arn: arn('events', `event-bus/${name('Name')}`), Name: name('Name') },
  }),
  'AWS::IAM::Role': ({ name, scope, resource }) => ({
    id: name('RoleName'),
    attributes: {
      Arn: `arn:aws:iam::${scope.account}:role/${name('RoleName')}`,
      RoleId: `AROA${digest(resource, scope).slice(0, 17).toUpperCase()}`,
    },
  }),
  'AWS::CloudFront::Distribution': ({ resource, scope }) => {
    const id = digest(resource, scope).slice(0, 14).toUpperCase();
    return { id, attributes: { Id: id, DomainName: `${id.toLowerCase()}.cloudfront.net` } };
  },
  'AWS::CloudFront::Function': ({ name, scope }) => {
    const arn = `arn:aws:cloudfront::${scope.account}:function/${name('Name')}`;
    return { id: arn, attributes: { FunctionARN: arn } };
  },
  'AWS::CloudFront::OriginAccessControl': ({ resource, scope }) =>
    withId(short(resource, scope), 'Id'),
  'AWS::CloudFront::ResponseHeadersPolicy': ({ resource, scope }) =>
    withId(short(resource, scope), 'Id'),
  'AWS::Cognito::UserPool': ({ resource, scope, arn }) => {
    const id = `${scope.region}_${digest(resource, scope).slice(0, 9)}`;
    const provider = `cognito-idp.${scope.region}.amazonaws.com/${id}`;
    const attributes = {
      UserPoolId: id,
      ProviderName: provider,
      ProviderURL: `https://${provider}`,
    };
    return { id, attributes: { ...attributes, Arn: arn('cognito-idp', `userpool/${id}`) } };
  },
  'AWS::Cognito::UserPoolClient': ({ resource, scope, name }) => {
    const id = digest(resource, scope).slice(0, 26);
    return { id, attributes: { ClientId: id, Name: name('ClientName') } };
  },
  'AWS::Cognito::UserPoolDomain': ({ name }) => ({ id: name('Domain') }),
  'AWS::KMS::Alias': ({ name }) => ({ id: name('AliasName') }),
  'AWS::KMS::Key': ({ arn, resource, scope }) => {
    const id = uuid(resource, scope);
    return { id, attributes: { Arn: arn('kms', `key/${id}`), KeyId: id } };
  },
  'AWS::Lambda::Alias': ({ name, arn, resource }) => ({
    id: arn('lambda', `function:${functionIn(resource)}:${name('Name')}`),
  }),
  // There is one version of a function here: the bundle that the assembly has.
  'AWS::Lambda::Version': ({ arn, resource }) => {
    const own = arn('lambda', `function:${functionIn(resource)}:1`);
    return { id: own, attributes: { Version: '1', FunctionArn: own } };
  },
  'AWS::Lambda::EventSourceMapping': ({ resource, scope }) => withId(uuid(resource, scope), 'Id'),
  'AWS::S3::Bucket': ({ name, scope }) => {
    const bucket = name('BucketName').toLowerCase();
    const attributes = {
      Arn: `arn:aws:s3:::${bucket}`,
      DomainName: `${bucket}.s3.amazonaws.com`,
      RegionalDomainName: `${bucket}.s3.${scope.region}.amazonaws.com`,
    };
    return { id: bucket, attributes };
  },
  'AWS::SQS::Queue': ({ name, arn, scope, resource }) => {
    const queue =
      resource.properties.FifoQueue === true ? fifo(name('QueueName')) : name('QueueName');
    const url = `https://sqs.${scope.region}.amazonaws.com/${scope.account}/${queue}`;
    return { id: url, attributes: { Arn: arn('sqs', queue), QueueName: queue, QueueUrl: url } };
  },
  'AWS::SSM::Parameter': ({ name, resource }) => ({
    id: name('Name'),
    attributes: {
      Type: String(resource.properties.Type),
      Value: String(resource.properties.Value),
    },
  }),
  'AWS::SNS::Topic': ({ name, arn }) => {
    const topic = arn('sns', name('TopicName'));
    return { id: topic, attributes: { TopicArn: topic, TopicName: name('TopicName') } };
  },
  'AWS::ApiGateway::RestApi': ({ resource, scope }) => {
    const id = short(resource, scope);
    return { id, attributes: { RestApiId: id, RootResourceId: rootResourceId(id) } };
  },
  'AWS::ApiGateway::Resource': ({ resource, scope }) =>
    withId(short(resource, scope), 'ResourceId'),
  'AWS::ApiGateway::Deployment': ({ resource, scope }) =>
    withId(short(resource, scope), 'DeploymentId'),
  'AWS::ApiGateway::Authorizer': ({ resource, scope }) =>
    withId(short(resource, scope), 'AuthorizerId'),
  'AWS::ApiGateway::Stage': ({ name }) => ({ id: name('StageName') }),
};

/** The name of the function that an alias or a version belongs to, which may be said by its arn. */
const functionIn = ({ properties }: Unnamed): string =>
  String(properties.FunctionName).replace(/^arn:aws:lambda:[^:]*:\d*:function:/, '');

const fifo = (name: string): string => (name.endsWith('.fifo') ? name : `${name}.fifo`);

const withId = (id: string, attribute: string): Identity => ({
  id,
  attributes: { [attribute]: id },
});

/** The id of an API's root resource: resources directly below it name it as their parent. */
export const rootResourceId = (restApiId: string): string => [...restApiId].reverse().join('');
