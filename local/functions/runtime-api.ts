import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listening } from '../listening.ts';
import { payload_bytes_max } from './outcome.ts';

/** One invocation as the runtime client is told of it. */
export type Invocation = {
  readonly requestId: string;
  readonly payload: string;
  readonly arn: string;
  /** Milliseconds since 1970. */
  readonly deadline_ms: number;
};

/** What the runtime client inside the process reports. */
export type Reports = {
  /** It asks for work; the first time this means that its start succeeded. */
  ready(): void;
  answered(requestId: string, payload: string): void;
  failed(requestId: string, error: string): void;
  answerTooLarge(requestId: string): void;
  startFailed(error: string): void;
};

/** The Lambda Runtime API for one process. */
export type RuntimeApi = {
  /** `127.0.0.1:port`, for AWS_LAMBDA_RUNTIME_API. */
  readonly address: string;
  /** Answers the process's waiting request; only after `ready`. */
  give(invocation: Invocation): void;
  close(): void;
};

/** Serves the Lambda Runtime API (2018-06-01) for one process on a port of its own, as AWS's runtime clients expect. */
export const startRuntimeApi = async (reports: Reports): Promise<RuntimeApi> => {
  let asking: ServerResponse | undefined;
  const server = createServer((request, response) => {
    if (request.method === 'GET' && request.url?.endsWith('/runtime/invocation/next')) {
      asking = response;
      reports.ready();
      return;
    }
    void report(request, reports)
      .then((status) => response.writeHead(status, { 'content-type': 'application/json' }).end('{"status":"OK"}'))
      .catch(() => response.destroy());
  });
  // The connection stays open between invocations, however long: its end is how the process learns that we are gone.
  server.keepAliveTimeout = 0;
  server.requestTimeout = 0;
  server.headersTimeout = 0;
  const { port, stop } = await listening(server);
  return {
    address: `127.0.0.1:${port}`,
    give: (invocation) => {
      asking?.writeHead(200, headersOf(invocation)).end(invocation.payload);
      asking = undefined;
    },
    close: () => void stop(),
  };
};

const headersOf = ({ requestId, arn, deadline_ms }: Invocation): Record<string, string> => ({
  'content-type': 'application/json',
  'Lambda-Runtime-Aws-Request-Id': requestId,
  'Lambda-Runtime-Deadline-Ms': String(deadline_ms),
  'Lambda-Runtime-Invoked-Function-Arn': arn,
  'Lambda-Runtime-Trace-Id': traceIdOf(requestId),
});

/** X-Ray's format, made of the request id; never sampled, since nothing collects traces here. */
export const traceIdOf = (requestId: string): string => {
  const hex = requestId.replaceAll('-', '');
  const seconds = Math.floor(Date.now() / 1000).toString(16);
  return `Root=1-${seconds}-${hex.slice(0, 24)};Parent=${hex.slice(0, 16)};Sampled=0`;
};

const report = async (request: IncomingMessage, reports: Reports): Promise<number> => {
  const { body, whole } = await read(request);
  if (request.url?.endsWith('/runtime/init/error')) {
    reports.startFailed(body);
    return 202;
  }
  const [, requestId, what] = /\/runtime\/invocation\/([^/]+)\/(response|error)$/.exec(request.url ?? '') ?? [];
  if (requestId === undefined) return 404;
  if (!whole) {
    reports.answerTooLarge(requestId);
    return 413;
  }
  if (what === 'error') reports.failed(requestId, body);
  else reports.answered(requestId, body);
  return 202;
};

const read = async (request: IncomingMessage): Promise<{ body: string; whole: boolean }> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= payload_bytes_max) chunks.push(chunk);
  }
  return { body: Buffer.concat(chunks).toString(), whole: bytes <= payload_bytes_max };
};
