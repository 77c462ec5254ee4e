import type { Resource } from '../aws-service.ts';
import { BadConfiguration } from '../errors.ts';
import { type Called, calledIn, declaring, qualifiedName } from '../functions/lambda-function.ts';
import { rootResourceId } from '../template/identities.ts';
import { type GatewayResponse, gatewayResponseOf } from './gateway-response.ts';

/** One method of one path of an API. */
export type ApiMethod = MethodOfPath & (Integrated | Mocked);

type Integrated = {
  readonly called: Called;
  readonly credentials: string;
  readonly mock?: undefined;
};

/** A MOCK integration with one response: what it answers, and the types of bodies that it reads. */
type Mocked = { readonly mock: GatewayResponse; readonly contentTypes: ReadonlySet<string> };

type MethodOfPath = {
  readonly httpMethod: string;
  readonly resourceId: string;
  /** As declared, with its parameters: `/customers/{customer_id}`. */
  readonly path: string;
  readonly authorizer?: Authorizer;
  readonly timeout_ms: number;
  /** Only a caller with a key of a usage plan gets through. */
  readonly apiKeyRequired?: boolean;
};

/** A TOKEN authorizer. */
export type Authorizer = {
  readonly id: string;
  readonly called: Called;
  readonly header: string;
  readonly pattern?: RegExp;
  readonly ttl_ms: number;
  readonly credentials: string;
};

/** Requests a second, and how many at once above that. */
export type Throttle = { readonly rate: number; readonly burst: number };

/** A REST API of the template. */
export type RestApi = {
  readonly id: string;
  readonly name: string;
  readonly environment: string;
  readonly region: string;
  readonly stage: string;
  readonly deploymentId: string;
  readonly methods: readonly ApiMethod[];
  /** Bodies of these types reach functions as base64: `image/png`, `image/*`. */
  readonly binaryMediaTypes: readonly string[];
  readonly gatewayResponses: ReadonlyMap<string, GatewayResponse>;
  /** Where a line of every request goes, and the line with its `$context` variables; absent: nowhere. */
  readonly accessLog?: { readonly logGroup: string; readonly format: string };
  /** Responses of functions are compressed from so many bytes on; absent: none is. */
  readonly compression_bytes_min?: number;
  /** For the whole stage, and by `METHOD /path` where a method has its own. The control plane changes them. */
  readonly throttles: Map<string, Throttle>;
};

/** Every REST API of the assembly that has a stage. */
export const restApisOf = (resources: readonly Resource[]): RestApi[] =>
  resources
    .filter(({ type }) => type === 'AWS::ApiGateway::Stage')
    .map((stage) => restApiOf(stage, resources));

/** The key of the stage's own throttle. */
export const wholeStage = '* /*';

const restApiOf = (stage: Resource, resources: readonly Resource[]): RestApi => {
  const id = String(stage.properties.RestApiId);
  const mine = resources.filter((each) => each.properties.RestApiId === id);
  const of = (type: string): Resource[] =>
    mine.filter((each) => each.type === `AWS::ApiGateway::${type}`);
  const paths = pathsOf(id, of('Resource'));
  const isDeclared = declaring(resources);
  const authorizers = new Map(
    of('Authorizer').map((each) => [each.physicalId, authorizerOf(each, isDeclared)]),
  );
  const responses = of('GatewayResponse').map((each) => gatewayResponseOf(each.properties));
  const api = resources.find(
    ({ type, physicalId }) => type === 'AWS::ApiGateway::RestApi' && physicalId === id,
  );
  const methods = of('Method').map((each) => methodOf(each, paths, authorizers, isDeclared));
  if (api?.properties.ApiKeySourceType !== 'AUTHORIZER') assertNoKeys(methods);
  const { MinimumCompressionSize } = api?.properties ?? {};
  return {
    id,
    name: String(api?.properties.Name),
    environment: stage.environment,
    region: stage.region,
    stage: String(stage.properties.StageName),
    deploymentId: String(stage.properties.DeploymentId),
    methods,
    binaryMediaTypes: binaryMediaTypesOf(api),
    ...(MinimumCompressionSize !== undefined && {
      compression_bytes_min: Number(MinimumCompressionSize),
    }),
    ...accessLogOf(stage),
    gatewayResponses: new Map(responses.map((each) => [each.type, each])),
    throttles: throttlesOf(stage),
  };
};

const accessLogOf = ({ properties }: Resource): Pick<RestApi, 'accessLog'> => {
  const { DestinationArn, Format } = (properties.AccessLogSetting ?? {}) as Readonly<
    Record<string, string>
  >;
  const [, logGroup] = /:log-group:([^:]+)/.exec(DestinationArn ?? '') ?? [];
  return logGroup !== undefined && Format !== undefined
    ? { accessLog: { logGroup, format: Format } }
    : {};
};

/** local/ reads no key from a header. */
const assertNoKeys = (methods: readonly ApiMethod[]): void => {
  const [one] = methods.filter(({ apiKeyRequired }) => apiKeyRequired);
  if (one)
    fail(
      `${one.httpMethod} ${one.path} takes its API key from a header, which local/ does not read: say AUTHORIZER.`,
    );
};

/** CloudFormation takes them with `~1` for the slash too. */
const binaryMediaTypesOf = (api: Resource | undefined): string[] => {
  const listed = (api?.properties.BinaryMediaTypes ?? []) as readonly string[];
  return listed.map((each) => each.replaceAll('~1', '/').toLowerCase());
};

const pathsOf = (restApiId: string, declared: readonly Resource[]): ReadonlyMap<string, string> => {
  const root = rootResourceId(restApiId);
  const byId = new Map(declared.map((each) => [each.physicalId, each.properties]));
  const pathOf = (id: string): string => {
    const properties = byId.get(id);
    return properties === undefined
      ? ''
      : `${pathOf(String(properties.ParentId))}/${properties.PathPart}`;
  };
  return new Map([
    [root, '/'],
    ...[...byId.keys()].map((id): [string, string] => [id, pathOf(id)]),
  ]);
};

const methodOf = (
  { properties, logicalId }: Resource,
  paths: ReadonlyMap<string, string>,
  authorizers: ReadonlyMap<string, Authorizer>,
  isDeclared: (called: Called) => boolean,
): ApiMethod => {
  const integration = (properties.Integration ?? {}) as Record<string, string | undefined>;
  const mocked = integration.Type === 'MOCK' ? mockOf(properties) : undefined;
  const called = calledIn(integration.Uri ?? '');
  const path = paths.get(String(properties.ResourceId));
  const authorizer = authorizers.get(String(properties.AuthorizerId));
  const authorization = properties.AuthorizationType ?? 'NONE';
  const where = `The method ${logicalId}`;
  if (path === undefined) return fail(`${where} belongs to no resource of its API.`);
  const declared = {
    httpMethod: String(properties.HttpMethod),
    resourceId: String(properties.ResourceId),
    path,
  };
  if (mocked && authorization === 'NONE') return { ...declared, ...mocked, timeout_ms: 0 };
  if (integration.Type !== 'AWS_PROXY' || !called)
    return fail(
      `${where} has an integration of type ${integration.Type}, which local/ does not run.`,
    );
  if (!isDeclared(called)) fail(noAlias(where, called));
  if (authorization !== 'NONE' && !(authorization === 'CUSTOM' && authorizer))
    fail(`${where} is authorised by ${authorization}, which local/ does not run.`);
  const apiKeyRequired = properties.ApiKeyRequired === true;
  if (apiKeyRequired && authorization === 'NONE')
    fail(`${where} requires an API key, and has no authorizer to name one.`);
  return {
    ...declared,
    called,
    ...(authorization === 'CUSTOM' && authorizer && { authorizer }),
    timeout_ms: Number(integration.TimeoutInMillis ?? 29_000),
    ...(apiKeyRequired && { apiKeyRequired }),
    credentials: integration.Credentials ?? fail(`${where} ${noRole}`),
  };
};

/** A mock that reads a body of certain types, and answers one status whatever it is. */
const mockOf = ({ Integration }: Readonly<Record<string, unknown>>): Mocked | undefined => {
  const {
    PassthroughBehavior,
    RequestTemplates = {},
    IntegrationResponses = [],
  } = Integration as MockIntegration;
  const [response] = IntegrationResponses;
  if (PassthroughBehavior !== 'NEVER' || !response || IntegrationResponses.length > 1)
    return undefined;
  const headers = Object.entries(response.ResponseParameters ?? {}).map(
    ([name, value]) => [name.replace(/^method\.response\.header\./, ''), value] as const,
  );
  const { StatusCode, ResponseTemplates } = response;
  const shaped = gatewayResponseOf({ ResponseType: 'MOCK', StatusCode, ResponseTemplates });
  return {
    mock: { ...shaped, headers: new Map(headers) },
    contentTypes: new Set(Object.keys(RequestTemplates)),
  };
};

type MockIntegration = {
  readonly PassthroughBehavior?: string;
  readonly RequestTemplates?: Readonly<Record<string, string>>;
  readonly IntegrationResponses?: readonly {
    readonly StatusCode: string;
    readonly ResponseParameters?: Readonly<Record<string, string>>;
    readonly ResponseTemplates?: Readonly<Record<string, string>>;
  }[];
};

const noRole = 'has no credentials role, by which alone local/ lets an API invoke a function.';

const noAlias = (who: string, called: Called): string =>
  `${who} calls ${qualifiedName(called)}, which no template declares.`;

const fail = (sentence: string): never => {
  throw new BadConfiguration(sentence);
};

const authorizerOf = (
  { properties, logicalId, physicalId }: Resource,
  isDeclared: (called: Called) => boolean,
): Authorizer => {
  const called = calledIn(String(properties.AuthorizerUri));
  const [, header] =
    /^method\.request\.header\.([A-Za-z0-9-]+)$/.exec(String(properties.IdentitySource)) ?? [];
  const where = `The authorizer ${logicalId}`;
  if (properties.Type !== 'TOKEN' || !called || !header)
    return fail(`${where} is not a TOKEN authorizer over one header; local/ runs no other.`);
  if (!isDeclared(called)) fail(noAlias(where, called));
  const expression = properties.IdentityValidationExpression;
  return {
    id: physicalId,
    called,
    header: header.toLowerCase(),
    ...(typeof expression === 'string' && { pattern: new RegExp(`^(?:${expression})$`) }),
    ttl_ms: Number(properties.AuthorizerResultTtlInSeconds ?? 300) * 1000,
    credentials: String(properties.AuthorizerCredentials ?? fail(`${where} ${noRole}`)),
  };
};

const throttlesOf = (stage: Resource): Map<string, Throttle> => {
  type Setting = {
    HttpMethod: string;
    ResourcePath: string;
    ThrottlingRateLimit?: number;
    ThrottlingBurstLimit?: number;
  };
  const settings = (stage.properties.MethodSettings ?? []) as Setting[];
  const limits = settings.flatMap((each): [string, Throttle][] => {
    if (each.ThrottlingRateLimit === undefined || each.ThrottlingBurstLimit === undefined)
      return [];
    const path = each.ResourcePath.replace(/^\/(?=~1)/, '').replaceAll('~1', '/');
    return [
      [
        `${each.HttpMethod} ${path}`,
        { rate: each.ThrottlingRateLimit, burst: each.ThrottlingBurstLimit },
      ],
    ];
  });
  return new Map(limits);
};
