import { account } from '../assembly.ts';
import { wildcard } from '../iam/statements.ts';
import type { RestApi } from './model.ts';
import { type Request, requestHeaderOf } from './request.ts';
import type { Match } from './router.ts';
import type { UsagePlanKey } from './usage-plans.ts';

/** The gateway's own knowledge of one request, besides what the caller sent. */
export type Arrival = {
  readonly requestId: string;
  readonly traceId: string;
  readonly at: Date;
  readonly port: number;
  /** Below the stage: `/accounts`. */
  readonly path: string;
};

type Caller = { readonly principalId: string; readonly context: Readonly<Record<string, string>> };

/** The proxy event, version 1, as AWS_PROXY hands it to a function. */
export const proxyEventOf = (
  api: RestApi,
  request: Request,
  match: Match,
  arrival: Arrival,
  caller: Caller | undefined,
  key?: UsagePlanKey,
): Record<string, unknown> => {
  const headers = [...passedOn(request), ...added(request, arrival)];
  const isBase64Encoded = request.body.length > 0 && isBinary(api, request);
  return {
    resource: match.method.path,
    path: arrival.path,
    httpMethod: request.httpMethod,
    headers: orNull(Object.fromEntries(headers)),
    multiValueHeaders: orNull(gathered(headers)),
    queryStringParameters: orNull(Object.fromEntries(request.query)),
    multiValueQueryStringParameters: orNull(gathered(request.query)),
    pathParameters: orNull(match.parameters),
    stageVariables: null,
    requestContext: contextOf(api, request, match, arrival, caller, key),
    body:
      request.body.length === 0 ? null : request.body.toString(isBase64Encoded ? 'base64' : 'utf8'),
    isBase64Encoded,
  };
};

/** Whether a body is of one of the types that the API passes on as they are; every other is taken for text. */
const isBinary = ({ binaryMediaTypes }: RestApi, request: Request): boolean => {
  const type = requestHeaderOf(request, 'content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  return binaryMediaTypes.some((each) => wildcard(each)(type === '' ? 'application/json' : type));
};

/** They belong to the connection between caller and gateway and reach no function. */
const ofTheConnection = new Set([
  ...[
    'connection',
    'content-length',
    'expect',
    'keep-alive',
    'proxy-authenticate',
    'proxy-authorization',
  ],
  ...['proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
]);

/** The gateway writes these itself; what the caller sent of them would be believed. */
const ofTheGateway = new Set(['x-amzn-trace-id', 'x-forwarded-port', 'x-forwarded-proto']);

const passedOn = ({ headers }: Request): (readonly [string, string])[] =>
  headers.filter(([name]) => {
    const lower = name.toLowerCase();
    return !ofTheConnection.has(lower) && !ofTheGateway.has(lower) && lower !== 'x-forwarded-for';
  });

const added = (request: Request, arrival: Arrival): [string, string][] => {
  const before = requestHeaderOf(request, 'x-forwarded-for');
  return [
    ['X-Amzn-Trace-Id', arrival.traceId],
    ['X-Forwarded-For', before ? `${before}, ${request.sourceIp}` : request.sourceIp],
    ['X-Forwarded-Port', String(arrival.port)],
    ['X-Forwarded-Proto', 'http'],
  ];
};

const orNull = <T extends object>(value: T): T | null =>
  Object.keys(value).length === 0 ? null : value;

const gathered = (pairs: readonly (readonly [string, string])[]): Record<string, string[]> => {
  const all = new Map<string, string[]>();
  for (const [name, value] of pairs) all.set(name, [...(all.get(name) ?? []), value]);
  return Object.fromEntries(all);
};

const contextOf = (
  api: RestApi,
  request: Request,
  match: Match,
  arrival: Arrival,
  caller: Caller | undefined,
  key: UsagePlanKey | undefined,
): Record<string, unknown> => {
  const domainName = requestHeaderOf(request, 'host') ?? '';
  return {
    resourceId: match.method.resourceId,
    resourcePath: match.method.path,
    httpMethod: request.httpMethod,
    extendedRequestId: arrival.requestId,
    requestTime: commonLogTime(arrival.at),
    path: request.path,
    accountId: account,
    protocol: 'HTTP/1.1',
    stage: api.stage,
    domainPrefix: domainName.split('.')[0],
    requestTimeEpoch: arrival.at.getTime(),
    requestId: arrival.requestId,
    identity: { ...identityOf(request), ...(key && { apiKey: key.value, apiKeyId: key.id }) },
    domainName,
    deploymentId: api.deploymentId,
    apiId: api.id,
    ...(caller && {
      authorizer: { ...caller.context, principalId: caller.principalId, integrationLatency: 0 },
    }),
  };
};

/** Most members are for callers that sign as AWS users do, which these do not. */
const identityOf = (request: Request): Record<string, string | null> => ({
  ...Object.fromEntries(ofAwsUsers.map((name) => [name, null])),
  sourceIp: request.sourceIp,
  userAgent: requestHeaderOf(request, 'user-agent') ?? null,
});

const ofAwsUsers = [
  ...[
    'cognitoIdentityPoolId',
    'accountId',
    'cognitoIdentityId',
    'caller',
    'principalOrgId',
    'accessKey',
  ],
  ...['cognitoAuthenticationType', 'cognitoAuthenticationProvider', 'userArn', 'user'],
];

/** `20/Nov/2026:15:04:05 +0000` */
const commonLogTime = (at: Date): string => {
  const [, day, month, year, time] = at.toUTCString().split(' ');
  return `${day}/${month}/${year}:${time} +0000`;
};
