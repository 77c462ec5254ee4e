import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listening } from '../listening.ts';
import type { Answer } from './answer.ts';
import type { ApiKeys } from './api-keys.ts';
import { createHandle, type Handle, type Invoke, type MayInvoke } from './handle.ts';
import type { RestApi } from './model.ts';
import { headTooLarge, readRequest } from './request.ts';

/** A REST API that listens. */
export type RunningApi = {
  readonly api: RestApi;
  /** `http://127.0.0.1:port/v1/` */
  readonly base_url: string;
  stop(): Promise<void>;
};

/** Serves an API on 127.0.0.1; port 0 takes a free one. Rejects with EADDRINUSE when the port is taken. */
export const startRestApi = async (
  api: RestApi,
  port: number,
  invoke: Invoke,
  mayInvoke: MayInvoke,
  keys: ApiKeys,
): Promise<RunningApi> => {
  const handle = createHandle(api, invoke, mayInvoke, keys);
  const server = createServer(
    { maxHeaderSize: 32_768, requestTimeout: 60_000, keepAliveTimeout },
    (incoming, response) => {
      void respond(handle, incoming, response).catch(() => response.destroy());
    },
  );
  // Whoever speaks no HTTP gets a plain refusal; nobody's bytes may end the process.
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
    if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    else socket.destroy();
  });
  // `Expect` and `Upgrade` are the caller's wishes, which API Gateway passes over.
  server.on('checkExpectation', (incoming, response) => server.emit('request', incoming, response));
  const { port: taken, stop } = await listening(server, port);
  return { api, base_url: `http://127.0.0.1:${taken}/${api.stage}/`, stop };
};

/** Longer than clients keep a connection: on a busy machine five seconds may end just when one uses it again. */
const keepAliveTimeout = 350_000;

const respond = async (handle: Handle, incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
  const refusal = headTooLarge(incoming) ? 'HEADERS_TOO_LARGE' : undefined;
  const request = await readRequest(incoming);
  const port = incoming.socket.localPort ?? 0;
  const answer = await handle(request, port, refusal ?? (request.malformed ? 'BAD_REQUEST' : undefined));
  send(answer, incoming, response);
};

const send = ({ status, headers, body }: Answer, incoming: IncomingMessage, response: ServerResponse): void => {
  const bodiless = status === 204 || status === 304;
  for (const [name, value] of headers) {
    if (!(bodiless && name.toLowerCase() === 'content-type')) response.appendHeader(name, value);
  }
  if (!bodiless) response.setHeader('Content-Length', Buffer.byteLength(body));
  response.writeHead(status).end(bodiless || incoming.method === 'HEAD' ? undefined : body);
};
