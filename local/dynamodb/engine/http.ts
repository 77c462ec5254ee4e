import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AwsAnswer, request_bytes_max } from '../../aws-service.ts';
import { AwsError } from '../../errors.ts';
import { jsonAnswer, jsonErrorAnswer, jsonIn, targetOperation } from '../../json-protocol.ts';
import { bodyIn, type Listening, listening } from '../../listening.ts';
import type { Core } from './core.ts';

/** Serves an engine to any program on this machine that speaks DynamoDB's JSON protocol, with any credentials. */
export const serveCore = (core: Core, port: number, host?: string): Promise<Listening> =>
  listening(
    createServer({ keepAliveTimeout: keep_alive_ms }, (request, response) => {
      void receive(core, request, response).catch(() => response.destroy());
    }),
    port,
    host,
  );

/** Longer than clients keep a connection. */
const keep_alive_ms = 600_000;

const receive = async (
  core: Core,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const body = await bodyIn(request, request_bytes_max);
  const { status, headers, body: answer } = answerOf(core, request, body);
  response.writeHead(status, {
    ...headers,
    'x-amzn-requestid': randomUUID(),
    'content-length': Buffer.byteLength(answer),
  });
  response.end(answer);
};

const answerOf = (
  core: Core,
  { headers }: IncomingMessage,
  body: Buffer | undefined,
): AwsAnswer => {
  const operation = targetOperation({ headers: headers as Record<string, string> });
  try {
    if (!body)
      throw new AwsError(
        413,
        'RequestTooLargeException',
        'The request is larger than DynamoDB takes.',
      );
    return jsonAnswer(core.call(operation, jsonIn(body.toString())), '1.0');
  } catch (error) {
    return jsonErrorAnswer(
      'dynamodb',
      error instanceof AwsError ? error : failure(operation, error),
    );
  }
};

/** An error of the engine itself, which the terminal shows. */
const failure = (operation: string, error: unknown): AwsError => {
  const stack = error instanceof Error ? error.stack : String(error);
  console.error(JSON.stringify({ event: 'engine_failed', operation, error: stack }));
  return new AwsError(500, 'InternalServerError', 'Internal server error');
};
