import { createHash } from 'node:crypto';
import type { Resource as Identified } from '../aws-service.ts';
import { BadConfiguration } from '../bad-configuration.ts';

/** A resource whose name is still to be found. */
export type Unnamed = Omit<Identified, 'physicalId'>;

type Resource = Unnamed;
type Place = { readonly region: string; readonly account: string; readonly name: string };
type Identity = {
  /** What `Ref` gives. */
  readonly id: string;
  /** What `Fn::GetAtt` gives, by attribute. */
  readonly attributes?: Readonly<Record<string, string>>;
};

/** The value of `Ref`: the declared name, or one derived from stack and logical id, so that it is the same at every start. */
export const physicalIdOf = (resource: Resource, place: Place): string => identityOf(resource, place).id;

/** The value of `Fn::GetAtt`; an attribute nobody has needed yet is an error that names it. */
export const attributeOf = (resource: Resource, name: string, place: Place): string => {
  const value = identityOf(resource, place).attributes?.[name];
  if (value !== undefined) return value;
  throw new BadConfiguration(
    `The stack ${place.name} asks ${resource.logicalId} (${resource.type}) for ${name}, which local/ does not know.`,
  );
};

const identityOf = (resource: Resource, place: Place): Identity => {
  const name = (property: string): string => {
    const declared = resource.properties[property];
    return typeof declared === 'string' ? declared : `${place.name}-${resource.logicalId}`.slice(-63);
  };
  const arn = (service: string, rest: string): string => `arn:aws:${service}:${place.region}:${place.account}:${rest}`;
  const make = identities[resource.type];
  return make ? make({ resource, place, name, arn }) : { id: short(resource, place) };
};

type Naming = {
  readonly resource: Resource;
  readonly place: Place;
  readonly name: (property: string) => string;
  readonly arn: (service: string, rest: string) => string;
};

const digest = (resource: Resource, place: Place): string =>
  createHash('sha256').update(`${place.region}/${place.name}/${resource.logicalId}`).digest('hex');

/** Ten characters, as API Gateway's ids. */
const short = (resource: Resource, place: Place): string => digest(resource, place).slice(0, 10);

const uuid = (resource: Resource, place: Place): string =>
  digest(resource, place).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');

const named =
  (property: string, service: string, prefix: string) =>
  ({ name, arn }: Naming): Identity => ({
    id: name(property),
    attributes: { Arn: arn(service, prefix + name(property)) },
  });

const table = ({ name, arn, resource }: Naming): Identity => {
  const own = arn('dynamodb', `table/${name('TableName')}`);
  const attributes = { Arn: own, StreamArn: `${own}/stream/2020-01-01T00:00:00.000`, TableId: resource.logicalId };
  return { id: name('TableName'), attributes };
};

const identities: Readonly<Record<string, (naming: Naming) => Identity>> = {
  'AWS::DynamoDB::GlobalTable': table,
  'AWS::DynamoDB::Table': table,
  'AWS::Lambda::Function': named('FunctionName', 'lambda', 'function:'),
  'AWS::Logs::LogGroup': ({ name, arn }) => ({
    id: name('LogGroupName'),
    attributes: { Arn: arn('logs', `log-group:${name('LogGroupName')}:*`) },
  }),
  'AWS::CloudWatch::Alarm': named('AlarmName', 'cloudwatch', 'alarm:'),
  'AWS::Scheduler::Schedule': named('Name', 'scheduler', 'schedule/default/'),
  'AWS::Events::Rule': ({ name, arn, resource }) => {
    const bus = resource.properties.EventBusName;
    const path = typeof bus === 'string' && bus !== 'default' ? `${bus.split('/').at(-1)}/` : '';
    return { id: name('Name'), attributes: { Arn: arn('events', `rule/${path}${name('Name')}`) } };
  },
  'AWS::Events::EventBus': ({ name, arn }) => ({
    id: name('Name'),
    attributes: { Arn: arn('events', `event-bus/${name('Name')}`), Name: name('Name') },
  }),
  'AWS::IAM::Role': ({ name, place, resource }) => ({
    id: name('RoleName'),
    attributes: {
      Arn: `arn:aws:iam::${place.account}:role/${name('RoleName')}`,
      RoleId: `AROA${digest(resource, place).slice(0, 17).toUpperCase()}`,
    },
  }),
  'AWS::IAM::ManagedPolicy': ({ name, place }) => ({
    id: `arn:aws:iam::${place.account}:policy/${name('ManagedPolicyName')}`,
  }),
  'AWS::IAM::Policy': ({ name }) => ({ id: name('PolicyName') }),
  'AWS::CloudFront::Distribution': ({ resource, place }) => {
    const id = digest(resource, place).slice(0, 14).toUpperCase();
    return { id, attributes: { Id: id, DomainName: `${id.toLowerCase()}.cloudfront.net` } };
  },
  'AWS::CloudFront::Function': ({ name, place }) => {
    const arn = `arn:aws:cloudfront::${place.account}:function/${name('Name')}`;
    return { id: arn, attributes: { FunctionARN: arn } };
  },
  'AWS::CloudFront::OriginAccessControl': ({ resource, place }) => withId(short(resource, place), 'Id'),
  'AWS::CloudFront::ResponseHeadersPolicy': ({ resource, place }) => withId(short(resource, place), 'Id'),
  'AWS::Cognito::UserPool': ({ resource, place, arn }) => {
    const id = `${place.region}_${digest(resource, place).slice(0, 9)}`;
    const provider = `cognito-idp.${place.region}.amazonaws.com/${id}`;
    const attributes = { UserPoolId: id, ProviderName: provider, ProviderURL: `https://${provider}` };
    return { id, attributes: { ...attributes, Arn: arn('cognito-idp', `userpool/${id}`) } };
  },
  'AWS::Cognito::UserPoolClient': ({ resource, place, name }) => {
    const id = digest(resource, place).slice(0, 26);
    return { id, attributes: { ClientId: id, Name: name('ClientName') } };
  },
  'AWS::Cognito::UserPoolDomain': ({ name }) => ({ id: name('Domain') }),
  'AWS::KMS::Alias': ({ name }) => ({ id: name('AliasName') }),
  'AWS::KMS::Key': ({ arn, resource, place }) => {
    const id = uuid(resource, place);
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
  'AWS::Lambda::EventSourceMapping': ({ resource, place }) => {
    const id = uuid(resource, place);
    return { id, attributes: { Id: id } };
  },
  'AWS::S3::Bucket': ({ name, place }) => {
    const bucket = name('BucketName').toLowerCase();
    const attributes = {
      Arn: `arn:aws:s3:::${bucket}`,
      DomainName: `${bucket}.s3.amazonaws.com`,
      RegionalDomainName: `${bucket}.s3.${place.region}.amazonaws.com`,
    };
    return { id: bucket, attributes };
  },
  'AWS::SQS::Queue': ({ name, arn, place, resource }) => {
    const queue = resource.properties.FifoQueue === true ? fifo(name('QueueName')) : name('QueueName');
    const url = `https://sqs.${place.region}.amazonaws.com/${place.account}/${queue}`;
    return { id: url, attributes: { Arn: arn('sqs', queue), QueueName: queue, QueueUrl: url } };
  },
  'AWS::SSM::Parameter': ({ name, resource }) => ({
    id: name('Name'),
    attributes: { Type: String(resource.properties.Type), Value: String(resource.properties.Value) },
  }),
  'AWS::SNS::Topic': ({ name, arn }) => {
    const topic = arn('sns', name('TopicName'));
    return { id: topic, attributes: { TopicArn: topic, TopicName: name('TopicName') } };
  },
  'AWS::ApiGateway::RestApi': ({ resource, place }) => {
    const id = short(resource, place);
    return { id, attributes: { RestApiId: id, RootResourceId: rootResourceId(id) } };
  },
  'AWS::ApiGateway::Resource': ({ resource, place }) => withId(short(resource, place), 'ResourceId'),
  'AWS::ApiGateway::Deployment': ({ resource, place }) => withId(short(resource, place), 'DeploymentId'),
  'AWS::ApiGateway::Authorizer': ({ resource, place }) => withId(short(resource, place), 'AuthorizerId'),
  'AWS::ApiGateway::Stage': ({ name }) => ({ id: name('StageName') }),
};

/** The name of the function that an alias or a version belongs to, which may be said by its arn. */
const functionIn = ({ properties }: Resource): string =>
  String(properties.FunctionName).replace(/^arn:aws:lambda:[^:]*:\d*:function:/, '');

const fifo = (name: string): string => (name.endsWith('.fifo') ? name : `${name}.fifo`);

const withId = (id: string, attribute: string): Identity => ({ id, attributes: { [attribute]: id } });

/** The id of an API's root resource: resources directly below it name it as their parent. */
export const rootResourceId = (restApiId: string): string => [...restApiId].reverse().join('');
