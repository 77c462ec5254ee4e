import type { IncomingMessage } from 'node:http';
import { bodyIn } from '../listening.ts';

/** A request as API Gateway takes it from the line. */
export type Request = {
  readonly httpMethod: string;
  /** As sent, percent-encoding included, from the first slash: `/v1/accounts`. */
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  /** In the caller's case and order. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  /** The body was longer than the gateway takes; `body` is then empty. */
  readonly tooLarge: boolean;
  /** The query is not percent-encoding; `query` is then empty. */
  readonly malformed: boolean;
  readonly sourceIp: string;
};

/** The most that a REST API accepts. */
export const request_body_bytes_max = 10 * 1024 * 1024;

/** The bytes that are read and thrown away before the connection is cut instead. */
const discard_bytes_max = 64 * 1024 * 1024;

const head_bytes_max = 10_240;

/** A request as it came over a connection, without its body. */
export type RequestHead = Pick<Request, 'httpMethod' | 'headers' | 'sourceIp'> & {
  /** As in the request line. */
  readonly target: string;
};

/** Reads a request whole. */
export const readGatewayRequest = async (incoming: IncomingMessage): Promise<Request> => {
  const head = {
    httpMethod: incoming.method ?? 'GET',
    target: incoming.url ?? '/',
    headers: headersOf(incoming),
    sourceIp: (incoming.socket.remoteAddress ?? '127.0.0.1').replace(/^::ffff:/, ''),
  };
  return gatewayRequest(head, await bodyIn(incoming, request_body_bytes_max, discard_bytes_max));
};

/** A request as the gateway takes it; its body is undefined where it was longer than the gateway reads. */
export const gatewayRequest = (
  { target: line, ...head }: RequestHead,
  body: Buffer | undefined,
): Request => {
  const target = line.replace(/^https?:\/\/[^/?]*/i, '').replace(/#.*$/, '');
  const at = target.indexOf('?');
  const path = at < 0 ? target : target.slice(0, at);
  const query = at < 0 ? [] : parseQuery(target.slice(at + 1));
  return {
    ...head,
    path: path === '' ? '/' : path,
    query: query ?? [],
    body: body ?? Buffer.alloc(0),
    tooLarge: body === undefined,
    malformed: query === undefined,
  };
};

/** Whether the request line and the header values are longer than API Gateway reads. */
export const headTooLarge = (incoming: IncomingMessage): boolean => {
  const line = `${incoming.method} ${incoming.url} HTTP/1.1`;
  const values = incoming.rawHeaders.filter((_, index) => index % 2 === 1);
  return (
    Buffer.byteLength(line) + values.reduce((sum, value) => sum + value.length, 0) > head_bytes_max
  );
};

/** The last value of a header, as API Gateway picks it; undefined when it was not sent. */
export const requestHeaderOf = (
  request: Pick<Request, 'headers'>,
  name: string,
): string | undefined => request.headers.findLast(([each]) => each.toLowerCase() === name)?.[1];

const headersOf = ({ rawHeaders }: IncomingMessage): [string, string][] => {
  const pairs: [string, string][] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    pairs.push([rawHeaders[index] as string, rawHeaders[index + 1] as string]);
  }
  return pairs;
};

const parseQuery = (text: string): [string, string][] | undefined => {
  try {
    const decode = (part: string): string => decodeURIComponent(part.replaceAll('+', ' '));
    const parts = text.split('&').filter((part) => part !== '');
    return parts.map((part) => {
      const at = part.indexOf('=');
      return at < 0 ? [decode(part), ''] : [decode(part.slice(0, at)), decode(part.slice(at + 1))];
    });
  } catch {
    return undefined;
  }
};
