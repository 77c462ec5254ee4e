import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import type { AttemptResponse, AttemptTimings } from '../../domain/deliveries/attempt.ts';
import { answerOf, type Body, body_bytes_max, header_bytes_max } from './answer.ts';
import { type Phase, stopwatch } from './stopwatch.ts';
import type { TargetAgents } from './target-agents.ts';
import type { WebhookRequest } from './webhook-sender.ts';

/** What broke an exchange off, and in which phase. */
export type Breakage = { readonly phase: Phase; readonly code: string | undefined };

/** What one request over one connection came to. */
export type Exchange = {
  readonly timings: AttemptTimings;
  readonly remote_address: string | null;
  readonly response: AttemptResponse | null;
  /** Null when the answer came as a whole, or as far as it is read. */
  readonly failure: Breakage | null;
  /** The connection had been used before, and the other side closed it before it said anything. */
  readonly stale: boolean;
};

/** Sends the request and reads the answer up to its limit. Follows nothing, decodes nothing, throws nothing. */
export const exchange = (sending: WebhookRequest, agents: TargetAgents, signal: AbortSignal): Promise<Exchange> =>
  new Promise((resolve) => {
    const url = new URL(sending.url);
    const watch = stopwatch(url);
    const body: Body = { pieces: [], bytes: 0 };
    let message: IncomingMessage | null = null;
    const end = (failure: Breakage | null, stale = false) => {
      const response = message && answerOf(message, body);
      resolve({ timings: watch.timings(), remote_address: watch.remoteAddress(), response, failure, stale });
    };
    try {
      const request = open(sending, url, agents, signal);
      const fail = (code: string | undefined) =>
        end({ phase: watch.phase(), code }, isStale(request, code) && !message);
      request.on('socket', (socket: Socket) => watch.follow(socket, request.reusedSocket));
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
      // A header that cannot be sent; it was refused when the webhook was made, so this is no bug of the caller.
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

/**
 * More interim answers (1xx) than this, and the endpoint does not answer but keeps us busy; fewer end with the
 * deadline.
 */
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
