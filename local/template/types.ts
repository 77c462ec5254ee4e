/** The parts of a CloudFormation template that CDK writes and that mean something locally. */
export type Template = {
  readonly Parameters?: Readonly<
    Record<string, { readonly Type?: string; readonly Default?: unknown }>
  >;
  readonly Resources?: Readonly<Record<string, Declared>>;
};

type Declared = {
  readonly Type: string;
  readonly Condition?: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
};

/** One stack of one environment before its intrinsic functions are resolved. */
export type Stack = {
  readonly environment: string;
  readonly name: string;
  readonly region: string;
  readonly account: string;
  readonly template: Template;
};

/** Resource types that local/ runs or reads, by service. */
const run = {
  ApiGateway: [
    ...[
      'ApiKey',
      'Authorizer',
      'Deployment',
      'GatewayResponse',
      'Method',
      'Resource',
      'RestApi',
      'Stage',
    ],
    ...['UsagePlan', 'UsagePlanKey'],
  ],
  CloudFront: ['Distribution', 'Function', 'ResponseHeadersPolicy'],
  CloudWatch: ['Alarm'],
  Cognito: ['ManagedLoginBranding', 'UserPool', 'UserPoolClient', 'UserPoolDomain'],
  DynamoDB: ['GlobalTable', 'Table'],
  Events: ['EventBus', 'Rule'],
  IAM: ['Role'],
  KMS: ['Alias', 'Key'],
  Lambda: ['Alias', 'EventInvokeConfig', 'EventSourceMapping', 'Function', 'Permission', 'Version'],
  Logs: ['SubscriptionFilter'],
  S3: ['Bucket', 'BucketPolicy'],
  SQS: ['Queue', 'QueuePolicy'],
  SSM: ['Parameter'],
};

/** Types that mean nothing on one machine: they watch, name, record, protect or carry out a deployment. */
const without = {
  ApiGateway: ['Account', 'BasePathMapping', 'DomainName', 'Model'],
  CDK: ['Metadata'],
  CloudFront: ['OriginAccessControl'],
  CloudTrail: ['Trail'],
  CloudWatch: ['CompositeAlarm', 'Dashboard'],
  CodeDeploy: ['Application', 'DeploymentGroup'],
  Events: ['Archive'],
  Logs: ['LogGroup', 'MetricFilter', 'ResourcePolicy'],
  SNS: ['Subscription', 'Topic', 'TopicPolicy'],
  WAFv2: ['WebACL', 'WebACLAssociation'],
  XRay: ['Group'],
};

/** Whether local/ runs or reads resources of this type. */
export const isSupported = (type: string): boolean => isIn(run, type);

/** Whether a resource of this type can be left out without loss. */
export const isIgnored = (type: string): boolean => isIn(without, type);

const isIn = (types: Readonly<Record<string, readonly string[]>>, type: string): boolean => {
  const [, service = '', kind = ''] = type.split('::');
  return Object.hasOwn(types, service) && types[service]?.includes(kind) === true;
};
