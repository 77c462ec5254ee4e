import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type Socket } from 'node:net';
import type { TargetAgents } from '../webhooks/target-agents.ts';
import { type AnswerHead, type Body, body_bytes_max, keptAnswer } from './kept-answer.ts';
import type { Attempt, AttemptResult } from './model.ts';

/** One POST to an endpoint, complete but for what the connection adds (host, content-length). */
export type WebhookRequest = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Exactly what was signed. */
  readonly body: string;
  /** For everything together, from looking up the name to the last byte read, in milliseconds. */
  readonly deadline_ms: number;
  /**
   * How long the body is waited for once the status is there: the status alone decides then. Absent: until the deadline, and
   * without the whole body the request has failed.
   */
  readonly body_wait_ms?: number;
};

/** Sends one request. Any behaviour of the endpoint is a result; nothing is thrown. */
export type WebhookSender = (request: WebhookRequest) => Promise<AttemptResult>;

/** The step that a request waits for. */
export type Phase = 'dns' | 'connect' | 'tls' | 'answer';

type AttemptTimings = Attempt['timings'];
type AttemptResponse = NonNullable<AttemptResult['response']>;

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

/** So much of the answer's header is read, in bytes; a longer one is a bad response. */
export const header_bytes_max = 16 * 1024;

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

/** Sends the request and reads the answer up to its limit. Follows nothing, throws nothing. */
export const exchange = (
  sending: WebhookRequest,
  agents: TargetAgents,
  signal: AbortSignal,
): Promise<Exchange> =>
  new Promise((resolve) => {
    const url = new URL(sending.url);
    const watch = stopwatch(url);
    const body: Body = { pieces: [], bytes: 0 };
    let connection: Socket | undefined;
    let message: AnswerHead | null = null;
    const arrived: Body = { pieces: [], bytes: 0 };
    const keep = (piece: Buffer) => {
      if (arrived.bytes < header_bytes_max) arrived.pieces.push(piece);
      arrived.bytes += piece.length;
    };
    const end = (failure: Breakage | null, stale = false) => {
      connection?.off('data', keep);
      const ended = {
        timings: watch.timings(),
        remote_address: watch.remoteAddress(),
        failure,
        stale,
      };
      if (message === null) return resolve({ ...ended, response: null });
      const code = failure?.code === 'ABORT_ERR' ? body_timeout : failure?.code;
      const read_error = code !== undefined && { read_error: code };
      resolve(
        keptAnswer(message, body).then((kept) => ({
          ...ended,
          response: { ...kept, ...read_error },
        })),
      );
    };
    try {
      const request = open(sending, url, agents, signal);
      const fail = (code: string | undefined) => {
        const status = message
          ? undefined
          : successIn(Buffer.concat(arrived.pieces).toString('latin1'));
        if (status !== undefined)
          message = { statusCode: status, headers: {}, headersDistinct: {} };
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
        read(answer, body, { request, wait_ms: sending.body_wait_ms, end, fail });
      });
      request.end(sending.body);
    } catch (error) {
      // A header that cannot be sent, although it was checked when the webhook was created.
      end({ phase: 'connect', code: (error as NodeJS.ErrnoException).code ?? 'UNSENDABLE' });
    }
  });

const open = (
  sending: WebhookRequest,
  url: URL,
  agents: TargetAgents,
  signal: AbortSignal,
): ClientRequest => {
  const headers = { ...sending.headers, 'content-length': Buffer.byteLength(sending.body) };
  const options = {
    method: 'POST',
    headers,
    signal,
    agent: agents(url),
    maxHeaderSize: header_bytes_max,
  };
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

/** The read error of a body that did not come in time. */
const body_timeout = 'ETIMEDOUT';

type Reading = {
  readonly request: ClientRequest;
  readonly wait_ms: number | undefined;
  readonly end: (failure: null) => void;
  readonly fail: (code: string | undefined) => void;
};

const read = (answer: IncomingMessage, body: Body, { request, wait_ms, end, fail }: Reading) => {
  const late = () => {
    fail(body_timeout);
    request.destroy();
  };
  const timer = wait_ms === undefined ? undefined : setTimeout(late, wait_ms);
  answer.on('data', (piece: Buffer) => {
    if (body.bytes >= body_bytes_max) return;
    body.pieces.push(piece);
    body.bytes += piece.length;
    if (body.bytes < body_bytes_max) return;
    end(null);
    request.destroy();
  });
  answer.on('end', () => end(null));
  answer.on('close', () => clearTimeout(timer));
  answer.on('error', (error: NodeJS.ErrnoException) => fail(error.code));
};
