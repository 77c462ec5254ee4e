import { EventEmitter } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import { between, chance, isGone, note, type Process, runningProcess, world } from './world.ts';

/** Every way in which an endpoint behaves. */
export const manners = [
  'healthy',
  'silent',
  'failing',
  'flapping',
  // Fails for many events always, or for few.
  'poisoned',
  'choosy',
  // Asks to be left alone.
  'busy',
  'gone',
  'refusing',
] as const;
/** `prompt` is healthy and never takes long, which no endpoint is by chance. */
export type Manner = (typeof manners)[number] | 'prompt';

/** One request as its endpoint saw it. */
export type Post = {
  readonly host: string;
  readonly event_id: string;
  readonly attempt: number;
  readonly process: Process | undefined;
};

/** Called for requests when they arrive, and when they were answered with success. */
export type Audience = {
  readonly arrived: (post: Post) => void;
  readonly accepted: (post: Post) => void;
};

/** The endpoints of a world, by host. */
export type Receivers = { readonly manners: Map<string, Manner>; readonly audience: Audience };

let current: Receivers | undefined;

/** Endpoints without a call yet, instead of any before. */
export const beginReceivers = (audience: Audience): Receivers => {
  current = { manners: new Map(), audience };
  return current;
};

type Answer = { readonly status: number; readonly headers?: Readonly<Record<string, string>> };

const answerOf = (manner: Manner, { event_id }: Post): Answer | 'silence' | 'refusal' => {
  const failed = { status: 500 };
  const taken = { status: 200 };
  switch (manner) {
    case 'healthy':
    case 'prompt':
      return taken;
    case 'silent':
      return 'silence';
    case 'refusing':
      return 'refusal';
    case 'gone':
      return { status: 410 };
    case 'busy':
      return {
        status: chance(0.5) ? 429 : 503,
        headers: { 'retry-after': String(between(1, 5_000)) },
      };
    case 'flapping':
      return chance(0.5) ? taken : failed;
    case 'poisoned':
      return 'acegikmoqsuwy'.includes(event_id.at(-1) ?? '') ? failed : taken;
    case 'choosy':
      return event_id.endsWith('0') ? failed : taken;
    default:
      return failed;
  }
};

type Options = { readonly headers: Readonly<Record<string, string>>; readonly signal: AbortSignal };

/** The request that `node:https` would make: as much as the sender asks of it. */
const request = (url: URL, { headers, signal }: Options) => {
  const process = runningProcess();
  const sending = Object.assign(new EventEmitter(), {
    reusedSocket: false,
    destroy: () => {},
    end: () => send(),
  });
  const post: Post = {
    host: url.hostname,
    process,
    event_id: headers['webhook-id'] ?? '',
    attempt: Number(headers['webhook-attempt']),
  };
  let isOver = false;
  const end = (finish: () => void) => {
    if (isOver || isGone(process)) return;
    isOver = true;
    finish();
  };
  const fail = (code: string) =>
    end(() => sending.emit('error', Object.assign(new Error(code), { code })));
  signal.addEventListener('abort', () => fail('ABORT_ERR'));
  const send = () => {
    const { timeline, faults } = world();
    const dies = chance(faults.kill) && (chance(0.5) ? 'before' : 'after');
    timeline.at(timeline.now + between(1, 30), () => {
      if (isGone(process)) return;
      if (dies !== 'before') arrive();
      if (!process || !dies) return;
      note(process.name, 'dies', dies, 'it posts');
      process.isDead = true;
    });
  };
  const arrive = () => {
    const { manners: known, audience } = current ?? {};
    const manner = known?.get(post.host) ?? 'healthy';
    const answer = answerOf(manner, post);
    audience?.arrived(post);
    if (answer === 'silence') return;
    const { timeline } = world();
    if (answer !== 'refusal' && answer.status === 200) audience?.accepted(post);
    const isLong = manner !== 'prompt' && chance(0.05);
    timeline.at(timeline.now + between(5, isLong ? 9_000 : 200), () =>
      answer === 'refusal' ? fail('ECONNREFUSED') : end(() => respond(sending, answer)),
    );
  };
  return sending;
};

const respond = (sending: EventEmitter, { status, headers = {} }: Answer): void => {
  const headersDistinct = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value]]),
  );
  const message = Object.assign(new EventEmitter(), {
    statusCode: status,
    headers,
    headersDistinct,
  });
  sending.emit('response', message);
  message.emit('data', Buffer.from('ok'));
  message.emit('end');
};

Object.assign(https, { request });
Object.assign(http, { request });
syncBuiltinESMExports();
