import { Readable } from 'node:stream';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { AwsAnswer } from '../../local/aws-service.ts';
import type { CallRequest, Calls } from '../../local/calls.ts';
import { AwsError } from '../../local/errors.ts';
import { runBeside, runningInvocation, runOutside } from './running.ts';

/** A request as a client of AWS has signed it. */
type Sent = {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[] | null>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

type Options = { readonly abortSignal?: AbortSignal };

let reached: Calls | undefined;

/** From here on every client of AWS in this process reaches these services, with no connection between them. */
export const reach = (calls: Calls): void => {
  reached = calls;
};

/** A call of AWS in this process: admitted in the name of its caller, answered outside of it. Undefined: it gets no answer. */
export const answerTo = async (
  request: CallRequest,
  body: Buffer,
): Promise<AwsAnswer | undefined> => {
  const calls = reached;
  if (!calls) throw new Error('No World has started.');
  const at = performance.timeOrigin + performance.now();
  try {
    const admitted = calls.admit(request);
    // A fault that delays it is over while its caller waits.
    return await runBeside(() => calls.serve(admitted, body, at));
  } catch (error) {
    return runOutside(() => calls.refusal(request, error));
  }
};

/** As much of NodeHttpHandler as says how long it waits for an answer. */
type Handler = { readonly configProvider: Promise<{ readonly requestTimeout?: number }> };

async function handle(this: Handler, request: Sent, { abortSignal }: Options = {}) {
  const { requestTimeout } = await this.configProvider;
  const invocation = runningInvocation();
  if (invocation?.isDead) throw killed();
  if (abortSignal?.aborted) throw aborted(abortSignal);
  const body = await bytesOf(request.body);
  const { promise: ended, reject: end } = Promise.withResolvers<never>();
  const abort = () => end(abortSignal && aborted(abortSignal));
  abortSignal?.addEventListener('abort', abort, { once: true });
  const late = requestTimeout ? setTimeout(() => end(unanswered()), requestTimeout) : undefined;
  try {
    const answer = await Promise.race([
      answerTo({ ...lineOf(request), headers: lowered(request.headers) }, body),
      ended,
    ]);
    if (invocation?.isDead) throw killed();
    if (!answer)
      throw Object.assign(new Error('socket hang up'), {
        code: 'ECONNRESET',
        name: 'TimeoutError',
      });
    return { response: responseOf(request.method, answer) };
  } finally {
    clearTimeout(late);
    abortSignal?.removeEventListener('abort', abort);
  }
}

Object.assign(NodeHttpHandler.prototype, { handle });

/**
 * The end of a call of a killed invocation, whose outcome nobody awaits. The call must not wait for ever: functions share their
 * modules here, and a later invocation would wait for what this one was loading.
 */
const killed = (): Error =>
  Object.assign(new Error('The invocation was killed.'), { name: 'AbortError' });

/** On Lambda the process of a killed invocation is gone with all that nobody awaits in it: its rejections are nobody's. */
const emit = process.emit.bind(process) as (event: string, ...args: unknown[]) => boolean;
const isOfTheDead = (error: unknown): boolean =>
  error instanceof Error && error.message === killed().message;
Object.assign(process, {
  emit: (event: string, ...args: unknown[]) =>
    event === 'unhandledRejection' && isOfTheDead(args[0]) ? true : emit(event, ...args),
});

/** The end of a call that its client no longer waits for. */
const unanswered = (): Error =>
  Object.assign(new Error('No answer came in time.'), { name: 'TimeoutError' });

const aborted = ({ reason }: AbortSignal): Error =>
  Object.assign(new Error('Request aborted', { cause: reason }), { name: 'AbortError' });

const lineOf = ({ method, path, query = {} }: Sent): Pick<CallRequest, 'method' | 'url'> => {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value]
      .flat()
      .map((one) => (one === null ? encoded(name) : `${encoded(name)}=${encoded(String(one))}`)),
  );
  return { method, url: pairs.length === 0 ? path : `${path}?${pairs.join('&')}` };
};

/** As Signature 4 encodes. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const lowered = (headers: Sent['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );

const bytesOf = async (body: unknown): Promise<Buffer> => {
  if (body === undefined || body === null) return Buffer.alloc(0);
  if (typeof body === 'string') return Buffer.from(body);
  if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (!(body instanceof Readable))
    throw new AwsError(400, 'SerializationException', 'The body has no bytes.');
  return Buffer.concat(await body.toArray());
};

/** As on the line: no answer to HEAD has a body. The SDK takes JSON whole as well, and makes no stream of it first. */
const responseOf = (method: string, { status, headers, body }: AwsAnswer) => {
  const bytes = Buffer.from(body);
  const known = { 'content-length': String(bytes.length), ...headers };
  return {
    statusCode: status,
    headers: lowered(known),
    body: isJson(headers)
      ? bytes
      : Readable.from(method === 'HEAD' ? '' : bytes, { objectMode: false }),
  };
};

const isJson = (headers: AwsAnswer['headers']): boolean =>
  headers?.['content-type']?.startsWith('application/x-amz-json') === true;
