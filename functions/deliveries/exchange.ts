import { hash } from 'node:crypto';
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { StringDecoder } from 'node:string_decoder';
import type { TargetAgents } from '../webhooks/target-agents.ts';
import type { Attempt, AttemptResult } from './model.ts';

/** One POST to an endpoint, complete but for what the connection adds (host, content-length). */
export type WebhookRequest = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Exactly what was signed. */
  readonly body: string;
  /** For everything together, from looking up the name to the last byte read, in milliseconds. */
  readonly deadline_ms: number;
};

/** Sends one request. Whatever the endpoint does is a result; nothing is thrown. */
export type WebhookSender = (request: WebhookRequest) => Promise<AttemptResult>;

/** What a request is waiting for. */
export type Phase = 'dns' | 'connect' | 'tls' | 'answer';

type AttemptTimings = Attempt['timings'];
type AttemptResponse = NonNullable<Attempt['response']>;

/** Measures the phases of one request, from its name to its answer. */
export const stopwatch = (url: URL) => {
  const named = isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0;
  const timings: { -readonly [timing in keyof AttemptTimings]: number | null } = {
    dns_ms: null,
    connect_ms: null,
    tls_ms: null,
    first_byte_ms: null,
  };
  let phase: Phase = named ? 'dns' : 'connect';
  let since = performance.now();
  let remoteAddress: string | null = null;
  const enter = (next: Phase, timing: keyof AttemptTimings | null) => {
    const now = performance.now();
    if (timing !== null) timings[timing] = Math.round(now - since);
    phase = next;
    since = now;
  };
  return {
    /** Called when the request has its connection, new or used before. */
    follow: (connection: Socket, reused: boolean) => {
      const connected = () => {
        remoteAddress = connection.remoteAddress ?? null;
      };
      if (reused) {
        connected();
        return enter('answer', null);
      }
      connection.once('lookup', (error: Error | null) => {
        if (error === null) enter('connect', 'dns_ms');
      });
      connection.once('connect', () => {
        connected();
        enter(url.protocol === 'https:' ? 'tls' : 'answer', 'connect_ms');
      });
      connection.once('secureConnect', () => enter('answer', 'tls_ms'));
    },
    /** Called when the answer's headers are there. */
    answered: () => enter('answer', 'first_byte_ms'),
    phase: (): Phase => phase,
    timings: (): AttemptTimings => ({ ...timings }),
    remoteAddress: (): string | null => remoteAddress,
  };
};

/** How much of a body is read, in bytes; after that the connection is closed. */
export const body_bytes_max = 16 * 1024;

/** How much of it is kept, in bytes. */
export const body_kept_bytes_max = 4 * 1024;

/** So much of the answer's header is read, in bytes; a longer one is a bad response. */
export const header_bytes_max = 16 * 1024;

/** How much of it is kept, in characters: of one value, and of all names and values. */
export const header_value_kept_max = 1024;
export const headers_kept_max = 4 * 1024;

/** The received part of a body. */
export type Body = { readonly pieces: Buffer[]; bytes: number };

type Message = Pick<IncomingMessage, 'statusCode' | 'headers' | 'headersDistinct'>;

/** What is kept of an answer once its body, or the beginning of it, was read. */
export const answerOf = (message: Message, body: Body): AttemptResponse => {
  const read = Buffer.concat(body.pieces).subarray(0, body_bytes_max);
  return {
    status: message.statusCode ?? 0,
    headers: keptHeaders(message),
    body: textOf(read.subarray(0, body_kept_bytes_max)),
    body_bytes: body.bytes < body_bytes_max ? body.bytes : Math.max(body.bytes, declaredLength(message) ?? 0),
    body_sha256: hash('sha256', read, 'hex'),
  };
};

/** A character that is cut at the end is dropped. */
const textOf = (bytes: Buffer) => new StringDecoder('utf8').write(bytes);

const declaredLength = ({ headers }: Pick<IncomingMessage, 'headers'>): number | null => {
  const declared = headers['content-length'] ?? '';
  return /^\d{1,15}$/.test(declared) ? Number(declared) : null;
};

/** These headers decide or explain what happens next, so they are kept first. */
const keptFirst = ['location', 'retry-after', 'content-type', 'content-length'];

/** Node's `headers` cannot contain `__proto__`; `headersDistinct` has no prototype. */
const keptHeaders = ({ headers, headersDistinct }: Message): Record<string, string> => {
  const names = [...new Set([...keptFirst, ...Object.keys(headersDistinct)])].filter((name) => headersDistinct[name]);
  const kept: [string, string][] = [];
  let left = headers_kept_max;
  for (const name of names) {
    const values = Object.hasOwn(headers, name) ? headers[name] : headersDistinct[name];
    const value = [values ?? ''].flat().join(', ').slice(0, header_value_kept_max);
    if (name.length + value.length > left) continue;
    left -= name.length + value.length;
    kept.push([name, value]);
  }
  return Object.fromEntries(kept);
};

/**
 * The status of a 2xx answer, from what arrived; undefined for any other. Node returns nothing of an answer with a header that
 * it cannot parse.
 */
export const successIn = (arrived: string): number | undefined => {
  const status = Number(/^HTTP\/1\.[01] (\d{3})( [^\r\n]*)?\r?\n/.exec(arrived)?.[1]);
  const interim = status >= 100 && status < 200 ? arrived.indexOf('\r\n\r\n') : -1;
  if (interim >= 0) return successIn(arrived.slice(interim + 4));
  return isSuccess(status) ? status : undefined;
};

/** Whether a status is 2xx. */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** The error of an exchange, and its phase. */
export type Breakage = { readonly phase: Phase; readonly code: string | undefined };

/** The result of one request over one connection. */
export type Exchange = {
  readonly timings: AttemptTimings;
  readonly remote_address: string | null;
  readonly response: AttemptResponse | null;
  /** Null if the answer was complete, or as long as it is read. */
  readonly failure: Breakage | null;
  /** The connection was reused, and the other side closed it before it answered. */
  readonly stale: boolean;
};

/** Sends the request and reads the answer up to its limit. Follows nothing, decodes nothing, throws nothing. */
export const exchange = (sending: WebhookRequest, agents: TargetAgents, signal: AbortSignal): Promise<Exchange> =>
  new Promise((resolve) => {
    const url = new URL(sending.url);
    const watch = stopwatch(url);
    const body: Body = { pieces: [], bytes: 0 };
    let connection: Socket | undefined;
    let message: Message | null = null;
    const arrived: Body = { pieces: [], bytes: 0 };
    const keep = (piece: Buffer) => {
      if (arrived.bytes < header_bytes_max) arrived.pieces.push(piece);
      arrived.bytes += piece.length;
    };
    const end = (failure: Breakage | null, stale = false) => {
      connection?.off('data', keep);
      const read_error = failure?.code !== undefined && failure.code !== 'ABORT_ERR' && { read_error: failure.code };
      const response = message && { ...answerOf(message, body), ...read_error };
      resolve({ timings: watch.timings(), remote_address: watch.remoteAddress(), response, failure, stale });
    };
    try {
      const request = open(sending, url, agents, signal);
      const fail = (code: string | undefined) => {
        const status = message ? undefined : successIn(Buffer.concat(arrived.pieces).toString('latin1'));
        if (status !== undefined) message = { statusCode: status, headers: {}, headersDistinct: {} };
        end({ phase: watch.phase(), code }, isStale(request, code) && !message);
      };
      request.on('socket', (socket: Socket) => {
        connection = socket.prependListener('data', keep);
        watch.follow(socket, request.reusedSocket);
      });
      request.on('error', (error: NodeJS.ErrnoException) => fail(error.code));
      limitInterim(request, fail);
      request.on('upgrade', (answer, socket) => {
        message = answer;
        end(null);
        socket.destroy();
      });
      request.on('response', (answer) => {
        message = answer;
        watch.answered();
        read(answer, body, request, end, fail);
      });
      request.end(sending.body);
    } catch (error) {
      // A header that cannot be sent, although it was checked when the webhook was created.
      end({ phase: 'connect', code: (error as NodeJS.ErrnoException).code ?? 'UNSENDABLE' });
    }
  });

const open = (sending: WebhookRequest, url: URL, agents: TargetAgents, signal: AbortSignal): ClientRequest => {
  const headers = { ...sending.headers, 'content-length': Buffer.byteLength(sending.body) };
  const options = { method: 'POST', headers, signal, agent: agents(url), maxHeaderSize: header_bytes_max };
  return url.protocol === 'https:' ? requestHttps(url, options) : requestHttp(url, options);
};

const isStale = (request: ClientRequest, code: string | undefined) =>
  request.reusedSocket && (code === 'ECONNRESET' || code === 'EPIPE');

/** The maximum of interim answers (1xx): more only keep the worker busy. */
const interim_answers_max = 10_000;

const limitInterim = (request: ClientRequest, fail: (code: string) => void) => {
  let answers = 0;
  request.on('information', () => {
    answers += 1;
    if (answers <= interim_answers_max) return;
    fail('TOO_MANY_INTERIM_ANSWERS');
    request.destroy();
  });
};

const read = (
  answer: IncomingMessage,
  body: Body,
  request: ClientRequest,
  end: (failure: null) => void,
  fail: (code: string | undefined) => void,
) => {
  answer.on('data', (piece: Buffer) => {
    if (body.bytes >= body_bytes_max) return;
    body.pieces.push(piece);
    body.bytes += piece.length;
    if (body.bytes < body_bytes_max) return;
    end(null);
    request.destroy();
  });
  answer.on('end', () => end(null));
  answer.on('error', (error: NodeJS.ErrnoException) => fail(error.code));
};
