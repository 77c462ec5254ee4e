import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Resource } from '../aws-service.ts';
import { BadConfiguration } from '../errors.ts';
import { type LambdaFunction, qualifiedName } from '../functions/lambda-function.ts';
import type { InstancePool } from '../functions/pool.ts';
import { inlineStatementsOf } from '../iam/iam.ts';
import { listening } from '../listening.ts';
import {
  createHandle,
  type GatewayHandler,
  type GatewayReports,
  type Invoke,
  type MayInvoke,
} from './handle.ts';
import type { RestApi } from './model.ts';
import { headTooLarge, readGatewayRequest } from './request.ts';
import type { Response } from './response.ts';
import type { UsagePlanKeys } from './usage-plans.ts';

/** One environment that answers. */
export type LocalEnvironment = {
  readonly base_url: string;
};

/** All APIs that answer. */
export type LocalApis = {
  readonly environments: Readonly<Record<string, LocalEnvironment>>;
  readonly origins: ReadonlyMap<string, string>;
};

/**
 * Opens these APIs of the templates. The first of an environment, in the order of its stacks, gets the environment's port;
 * others are there for a distribution. `atEnd` takes what closes them.
 */
export const startApis = async (
  resources: readonly Resource[],
  apis: readonly RestApi[],
  {
    pool,
    keys,
    reports,
  }: {
    readonly pool: InstancePool;
    readonly keys: UsagePlanKeys;
    readonly reports: GatewayReports;
  },
  ports: Readonly<Record<string, number>>,
  atEnd: (end: () => Promise<void>) => void,
): Promise<LocalApis> => {
  const mayInvoke = permissionsOf(resources, pool.functions);
  const environments: Record<string, LocalEnvironment> = {};
  const origins = new Map<string, string>();
  for (const api of apis) {
    const { environment, id, region } = api;
    const port = environments[environment] ? 0 : (ports[environment] ?? 0);
    const running = await startRestApi(api, port, pool.invoke, mayInvoke, keys, reports).catch(
      (error) => explain(error, port),
    );
    atEnd(running.stop);
    environments[environment] ??= { base_url: running.base_url };
    origins.set(`${id}.execute-api.${region}.amazonaws.com`, new URL(running.base_url).origin);
  }
  return { environments, origins };
};

const explain = (error: NodeJS.ErrnoException, port: number): never => {
  if (error.code === 'EADDRINUSE')
    throw new BadConfiguration(
      `Port ${port} is taken: set PORT to another number, or to 0 for free ports.`,
    );
  if (error.code === 'EACCES')
    throw new BadConfiguration(`Port ${port} may not be opened: set PORT above 1023.`);
  throw error;
};

/** Reads which role may invoke what. A permission for a function is none for its aliases, nor the other way round. */
export const permissionsOf = (
  resources: readonly Resource[],
  functions: ReadonlyMap<string, Pick<LambdaFunction, 'arn'>>,
): MayInvoke => {
  const roles = new Map(
    resources
      .filter(({ type }) => type === 'AWS::IAM::Role')
      .map((role) => [role.physicalId, role]),
  );
  const evaluate: MayInvoke = (called, roleArn) => {
    const { arn } = functions.get(called.functionName) ?? {};
    const role = roles.get(roleArn.split('/').at(-1) ?? '');
    if (arn === undefined || !role) return false;
    const resource = called.qualifier === undefined ? arn : `${arn}:${called.qualifier}`;
    const access = { action: 'lambda:InvokeFunction', resource };
    const covering = inlineStatementsOf(role).filter((each) => each.covers(access, new Map()));
    return covering.length > 0 && covering.every(({ effect }) => effect === 'Allow');
  };
  // Roles do not change, and an API asks for each of its methods again and again.
  const known = new Map<string, boolean>();
  return (called, roleArn) => {
    const name = `${qualifiedName(called)} ${roleArn}`;
    const may = known.get(name) ?? evaluate(called, roleArn);
    known.set(name, may);
    return may;
  };
};

/** A REST API that listens. */
export type RunningApi = {
  readonly base_url: string;
  stop(): Promise<void>;
};

/** Serves an API on 127.0.0.1; port 0 takes a free one. Rejects with EADDRINUSE when the port is taken. */
export const startRestApi = async (
  api: RestApi,
  port: number,
  invoke: Invoke,
  mayInvoke: MayInvoke,
  keys: UsagePlanKeys,
  reports?: GatewayReports,
): Promise<RunningApi> => {
  const handle = createHandle(api, invoke, mayInvoke, keys, reports);
  const server = createServer(
    { maxHeaderSize: 32_768, requestTimeout: 60_000, keepAliveTimeout: keep_alive_ms },
    (incoming, response) => {
      void respond(handle, incoming, response).catch(() => response.destroy());
    },
  );
  // Bytes that are no HTTP get a plain error and never end the process.
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const status =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? '431 Request Header Fields Too Large'
        : '400 Bad Request';
    if (socket.writable)
      socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    else socket.destroy();
  });
  // API Gateway ignores `Expect` and `Upgrade`.
  server.on('checkExpectation', (incoming, response) => server.emit('request', incoming, response));
  const { port: taken, stop } = await listening(server, port);
  return { base_url: `http://127.0.0.1:${taken}/${api.stage}/`, stop };
};

/** Longer than clients keep a connection: on a busy machine five seconds may end just when one uses it again. */
const keep_alive_ms = 350_000;

const respond = async (
  handle: GatewayHandler,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const error = headTooLarge(incoming) ? 'HEADERS_TOO_LARGE' : undefined;
  const request = await readGatewayRequest(incoming);
  const port = incoming.socket.localPort ?? 0;
  send(
    await handle(request, port, error ?? (request.malformed ? 'BAD_REQUEST' : undefined)),
    incoming,
    response,
  );
};

const send = (answer: Response, { method }: IncomingMessage, response: ServerResponse): void => {
  const { status, headers, body } = onTheLine(answer, method);
  for (const [name, value] of headers) response.appendHeader(name, value);
  response.writeHead(status).end(body);
};

/** A response as HTTP has it: some have no body, and its length is there. */
export const onTheLine = (
  { status, headers, body }: Response,
  httpMethod: string | undefined,
): Response => {
  if (status === 204 || status === 304)
    return {
      status,
      headers: headers.filter(([name]) => name.toLowerCase() !== 'content-type'),
      body: '',
    };
  const length = ['Content-Length', String(Buffer.byteLength(body))] as const;
  return { status, headers: [...headers, length], body: httpMethod === 'HEAD' ? '' : body };
};
