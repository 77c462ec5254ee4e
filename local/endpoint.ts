import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AwsAnswer, request_bytes_max } from './aws-service.ts';
import { type CallRequest, type Calls, type CallsOptions, createCalls } from './calls.ts';
import { bodyIn, listening } from './listening.ts';
import type { CrossOrigin } from './storage/cross-origin.ts';

/** The one address at which functions find every AWS service. */
export type Endpoint = {
  /** `http://127.0.0.1:port`, for AWS_ENDPOINT_URL of programs on this machine. */
  readonly url: string;
  /** It answers by these; services that can only be made when the address is known join them. */
  readonly calls: Calls;
  stop(): Promise<void>;
};

/** The host and port of an endpoint; port 0 is a free one. */
export type EndpointAddress = { readonly host: string; readonly port: number };

type EndpointOptions = CallsOptions & {
  readonly crossOrigin?: CrossOrigin | undefined;
  readonly address?: EndpointAddress | undefined;
};

/** Opens the endpoint. */
export const startEndpoint = async (options: EndpointOptions): Promise<Endpoint> => {
  const calls = createCalls(options);
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    void receive(calls, options.crossOrigin, request, response).catch(() => response.destroy());
  };
  const server = createServer({ keepAliveTimeout: keep_alive_ms }, answer);
  // A caller that asks whether to send a large body gets the answer when the call is admitted.
  server.on('checkContinue', answer);
  const { host = '127.0.0.1', port: wanted } = options.address ?? {};
  const { port, stop } = await listening(server, wanted, host);
  return {
    url: `http://${host === everyAddress ? '127.0.0.1' : host}:${port}`,
    calls,
    stop,
  };
};

const everyAddress = '0.0.0.0';

/** Longer than any client keeps a connection, so that the endpoint never closes one that a request is just entering. */
const keep_alive_ms = 600_000;

const receive = async (
  calls: Calls,
  crossOrigin: CrossOrigin | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  if (request.method === 'OPTIONS' && crossOrigin)
    return write(response, crossOrigin.preflight(request));
  for (const [name, value] of Object.entries(crossOrigin?.headers(request) ?? {}))
    response.setHeader(name, value);
  const answer = await answerOf(calls, request, response);
  if (answer) write(response, answer);
  else response.destroy();
};

const answerOf = async (
  calls: Calls,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<AwsAnswer | undefined> => {
  const at = performance.timeOrigin + performance.now();
  const { method = 'GET', url = '/' } = request;
  const call: CallRequest = { method, url, headers: request.headers as Record<string, string> };
  try {
    const admitted = calls.admit(call);
    if (request.headers.expect !== undefined) response.writeContinue();
    const body = await bodyIn(request, request_bytes_max);
    if (!body) throw new Error(`The body is larger than ${request_bytes_max} bytes.`);
    return await calls.serve(admitted, body, at);
  } catch (error) {
    return calls.refusal(call, error);
  }
};

const write = (response: ServerResponse, { status, headers, body }: AwsAnswer): void => {
  const length = Buffer.byteLength(body);
  response.writeHead(status, {
    'x-amzn-requestid': randomUUID(),
    'content-length': length,
    ...headers,
  });
  response.end(body);
};
