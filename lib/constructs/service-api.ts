import {
  AccessLogFormat,
  ApiKeySourceType,
  CfnAccount,
  type CfnRestApi,
  EndpointAccessMode,
  EndpointType,
  LogGroupLogDestination,
  MethodLoggingLevel,
  RestApi,
  SecurityPolicy,
} from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnOutput, RemovalPolicy, Size } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { routes } from '../../functions/app/routes.ts';
import type { Route } from '../../functions/core/route.ts';
import { type Environment, physicalName, stageName } from '../environments.ts';
import { type Door, isReachable } from '../route-functions.ts';
import type { RateLimit } from '../setting-forms.ts';
import { acknowledge } from './acknowledge.ts';
import { removal } from './removal.ts';

export type ServiceApiProps = {
  /** Ends its physical name and that of its access log. */
  readonly name: Door;
  readonly description: string;
  /** Requests a second over the whole stage, and the burst above it. */
  readonly throttle: RateLimit;
  /** The paths of providers' events, each with its own limit. */
  readonly events?: readonly { readonly path: string; readonly throttle: RateLimit }[];
  /** The fields of its access log about the caller, besides the business. */
  readonly caller: Readonly<Record<string, string>>;
  /** Its stack also sets what the account needs before any stage may write logs; others are deployed after it. */
  readonly logsFirst?: boolean;
  /** The host that it is called by instead of API Gateway's own. */
  readonly domain?: Environment['apiDomain'];
  /** The findings of cdk-nag, each with the reason why it stays. */
  readonly exceptions: Readonly<Record<string, string>>;
};

/** Where a line of every request to an API goes. */
export const accessLogName = (environment: Environment, api: string): string =>
  `/aws/apigateway/${physicalName(environment.name, api)}`;

/** The REST API with its one stage, throttled, traced and logged; methods and responses are added by others. */
export const serviceApi = (
  scope: Construct,
  environment: Environment,
  props: ServiceApiProps,
): RestApi => {
  const accessLog = logGroup(
    scope,
    'AccessLog',
    environment,
    accessLogName(environment, props.name),
  );
  const api = new RestApi(scope, 'Api', {
    restApiName: physicalName(environment.name, props.name),
    description: props.description,
    endpointTypes: [EndpointType.REGIONAL],
    cloudWatchRole: false,
    ...(props.domain && { disableExecuteApiEndpoint: true }),
    // Bytes as they came: what is not UTF-8 would arrive as something similar, and be kept.
    binaryMediaTypes: ['*/*'],
    // The least size of a response that is compressed; a refusal is shorter than what compressing it costs.
    minCompressionSize: Size.bytes(1024),
    // Callers are counted by the key that the authorizer names.
    apiKeySourceType: ApiKeySourceType.AUTHORIZER,
    deployOptions: {
      stageName,
      ...throttling(props.throttle),
      ...logging,
      methodOptions: keylessMethods(environment, props),
      tracingEnabled: true,
      accessLogDestination: new LogGroupLogDestination(accessLog),
      accessLogFormat: AccessLogFormat.custom(JSON.stringify(accessLine(props.caller))),
    },
  });
  const resource = api.node.defaultChild as CfnRestApi;
  // Its own default still takes TLS 1.0. Strict: what comes must be meant for this host.
  resource.securityPolicy = SecurityPolicy.TLS13_1_2_PQ_2025_09;
  resource.endpointAccessMode = EndpointAccessMode.STRICT;
  // API Gateway would make this group itself at the first error, and keep its lines for ever.
  const errorLogName = `API-Gateway-Execution-Logs_${api.restApiId}/${stageName}`;
  const errorLog = logGroup(scope, 'ErrorLog', environment, errorLogName);
  api.deploymentStage.node.addDependency(errorLog, ...(props.logsFirst ? [logAccount(scope)] : []));
  const output = api.node.findChild('Endpoint') as CfnOutput;
  output.overrideLogicalId('BaseUrl');
  if (props.domain) {
    calledBy(api, props.domain);
    output.value = baseAddress(api, props.domain);
  }
  acknowledge(api, { ...exceptions, ...props.exceptions });
  return api;
};

/** The base address of an API's routes. */
export const baseAddress = (api: RestApi, domain: Environment['apiDomain']): string =>
  domain ? `https://${domain.name}/${stageName}/` : api.url;

/** The owner of the name points it at the target that the stack puts out. */
const calledBy = (
  api: RestApi,
  { name, certificate }: NonNullable<Environment['apiDomain']>,
): void => {
  const domain = api.addDomainName('Domain', {
    domainName: name,
    certificate: Certificate.fromCertificateArn(api, 'Certificate', certificate),
    endpointType: EndpointType.REGIONAL,
    securityPolicy: SecurityPolicy.TLS13_1_2_PQ_2025_09,
    endpointAccessMode: EndpointAccessMode.STRICT,
    basePath: stageName,
  });
  new CfnOutput(api, 'DomainTarget', { value: domain.domainNameAliasDomainName }).overrideLogicalId(
    'DomainTarget',
  );
};

const throttling = ({ rate, burst }: RateLimit) => ({
  throttlingRateLimit: rate,
  throttlingBurstLimit: burst,
});

/** The log of a method beside the access log. A method with its own settings has none of the stage's. */
const logging = { loggingLevel: MethodLoggingLevel.ERROR, dataTraceEnabled: false };

/** Methods without a key have a limit each, so that their callers take the stage from nobody who has a key. */
const keylessMethods = ({ publicThrottle }: Environment, { name, events }: ServiceApiProps) => {
  const open = (routes as readonly Route[]).filter(
    (route) => route.public && isReachable(route, name),
  );
  return Object.fromEntries([
    ...open.map(({ path, method }) => methodOption(path, method, publicThrottle)),
    ...(events ?? []).map(({ path, throttle }) => methodOption(path, 'POST', throttle)),
  ]);
};

const methodOption = (path: string, method: string, limit: RateLimit) =>
  [`${path}/${method}`, { ...throttling(limit), ...logging }] as const;

const exceptions = {
  'AwsSolutions-APIG2':
    'The functions validate every request against the contract and say what is wrong, item by item.',
};

/** One line a request: ids, outcome and times; no key, no address, nothing a caller wrote. */
const accessLine = (caller: Readonly<Record<string, string>>) => ({
  request_id: '$context.requestId',
  time_ms: '$context.requestTimeEpoch',
  method: '$context.httpMethod',
  route: '$context.resourcePath',
  status: '$context.status',
  refusal: '$context.error.responseType',
  tenant_id: '$context.authorizer.tenant_id',
  ...caller,
  latency_ms: '$context.responseLatency',
  integration_latency_ms: '$context.integrationLatency',
  authorizer_latency_ms: '$context.authorizer.latency',
  response_bytes: '$context.responseLength',
});

const logGroup = (
  scope: Construct,
  id: string,
  environment: Environment,
  logGroupName: string,
): LogGroup =>
  new LogGroup(scope, id, {
    logGroupName,
    retention: environment.logRetentionDays,
    removalPolicy: removal(environment),
  });

/**
 * The setting of the account and region without which no stage may write logs. Every environment in the account sets
 * it alike; it stays when a stack goes, because another environment may live on it.
 */
const logAccount = (scope: Construct): CfnAccount => {
  const home = new Construct(scope, 'LogAccount');
  const role = new Role(home, 'Role', {
    description: 'API Gateway writes its logs with it',
    assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
    managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName(pushToLogs)],
  });
  role.applyRemovalPolicy(RemovalPolicy.RETAIN);
  acknowledge(role, {
    [`AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${pushToLogs}]`]:
      'API Gateway checks the account role against the grants of this policy, which is AWS’s.',
  });
  const account = new CfnAccount(home, 'Account', { cloudWatchRoleArn: role.roleArn });
  account.applyRemovalPolicy(RemovalPolicy.RETAIN);
  return account;
};

const pushToLogs = 'service-role/AmazonAPIGatewayPushToCloudWatchLogs';
