import { EventEmitter } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import { Readable } from 'node:stream';
import { urlToHttpOptions } from 'node:url';
import { runBeside, runningInvocation } from './running.ts';

/** A request as it arrives; names of headers as they were sent. */
export type Arrived = {
  readonly method: string;
  /** From the first slash, query included. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
};

/** Its answer. */
export type Said = {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | Buffer;
};

/** Answers requests to a host; undefined: the connection breaks. */
export type Host = (arrived: Arrived) => Promise<Said | undefined>;

const hosts = new Map<string, Host>();

/** From here on `origin` (`http://127.0.0.1:1`) is this; the returned function takes it off the network. */
export const standIn = (origin: string, host: Host): (() => void) => {
  hosts.set(origin, host);
  return () => void hosts.delete(origin);
};

/** The answer of the network to this process: only stand-ins of hosts are there. */
const answerOf = async (origin: string, arrived: Arrived): Promise<Said> => {
  const invocation = runningInvocation();
  const host = hosts.get(origin);
  const said = await (invocation?.isDead ? undefined : host && runBeside(() => host(arrived)));
  if (invocation?.isDead)
    throw Object.assign(new Error('The invocation was killed.'), { code: 'ABORT_ERR' });
  if (said) return said;
  const code = host ? 'ECONNRESET' : 'ECONNREFUSED';
  throw Object.assign(new Error(`${code} ${origin}`), { code });
};

type Given = http.RequestOptions & { readonly signal?: AbortSignal };
type Answered = (message: http.IncomingMessage) => void;

/** As much of a ClientRequest as its users here need. */
class Outgoing extends EventEmitter {
  readonly reusedSocket = false;
  readonly #pieces: Buffer[] = [];
  readonly #headers: Map<string, readonly [string, string][]>;
  readonly #given: Given;
  readonly #origin: string;
  #isOver = false;

  constructor(protocol: string, given: Given, answered?: Answered) {
    super();
    this.#given = given;
    const [host, port] = [given.hostname ?? given.host ?? 'localhost', given.port];
    this.#origin = new URL(`${protocol}//${host}${port ? `:${port}` : ''}`).origin;
    this.#headers = new Map(
      Object.entries(given.headers ?? {}).map(([name, value]) => [name, linesOf(name, value)]),
    );
    if (answered) this.once('response', answered);
    given.signal?.addEventListener('abort', () => this.#fail('ABORT_ERR'));
    queueMicrotask(() => this.#connect());
  }

  /** No name is looked up: a host has the address of this machine. */
  #connect(): void {
    const socket = Object.assign(new EventEmitter(), {
      connecting: true,
      remoteAddress: '127.0.0.1',
    });
    this.emit('socket', socket);
    if (!hosts.has(this.#origin)) return;
    socket.connecting = false;
    socket.emit('connect');
    if (this.#origin.startsWith('https:')) socket.emit('secureConnect');
  }

  setHeader(name: string, value: string | readonly string[]): this {
    this.#headers.set(name, linesOf(name, value));
    return this;
  }

  setTimeout(): this {
    return this;
  }

  write(piece: string | Buffer): boolean {
    this.#pieces.push(Buffer.from(piece as string));
    return true;
  }

  end(piece?: string | Buffer): this {
    if (piece !== undefined) this.write(piece);
    const { method = 'GET', path } = this.#given;
    const sent = [...this.#headers.values()].flat();
    const host = [['Host', new URL(this.#origin).host] as const];
    const headers = [...(this.#headers.has('host') ? [] : host), ...sent];
    const arrived = { method, target: path ?? '/', headers, body: Buffer.concat(this.#pieces) };
    answerOf(this.#origin, arrived).then(
      (said) => {
        if (this.#isOver) return;
        this.#isOver = true;
        this.emit('response', incomingOf(said));
      },
      ({ code }) => this.#fail(code),
    );
    return this;
  }

  destroy(error?: Error & { code?: string }): this {
    if (error) this.#fail(error.code ?? 'ECONNRESET');
    this.#isOver = true;
    return this;
  }

  #fail(code: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.emit('error', Object.assign(new Error(code), { code }));
  }
}

const linesOf = (name: string, value: unknown): [string, string][] =>
  [value].flat().flatMap((one) => (one === undefined ? [] : [[name, String(one)]]));

const incomingOf = ({ status, headers, body }: Said): Readable => {
  const distinct = Map.groupBy(headers, ([name]) => name.toLowerCase());
  const each = [...distinct].map(
    ([name, lines]) => [name, lines.map(([, value]) => value)] as const,
  );
  return Object.assign(Readable.from(Buffer.from(body as string), { objectMode: false }), {
    statusCode: status,
    complete: true,
    headers: Object.fromEntries(
      each.map(([name, values]) => [name, name === 'set-cookie' ? values : values.join(', ')]),
    ),
    headersDistinct: Object.fromEntries(each),
    rawHeaders: headers.flat(),
  });
};

const requestOver =
  (protocol: string) =>
  (first: string | URL | Given, second?: Given | Answered, third?: Answered): Outgoing => {
    const options =
      typeof first === 'string' || first instanceof URL ? urlToHttpOptions(new URL(first)) : first;
    const answered = typeof second === 'function' ? second : third;
    return new Outgoing(
      protocol,
      { ...options, ...(typeof second === 'object' && second) } as Given,
      answered,
    );
  };

const fetchInProcess = async (
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> => {
  const request = new Request(input, init);
  const { origin, pathname, search } = new URL(request.url);
  const body = Buffer.from(await request.arrayBuffer());
  const length = body.length > 0 ? [['content-length', String(body.length)] as const] : [];
  const headers = [['host', new URL(request.url).host] as const, ...request.headers, ...length];
  const said = await answerOf(origin, {
    method: request.method,
    target: pathname + search,
    headers,
    body,
  });
  const bodiless = said.status === 204 || said.status === 304;
  return new Response(bodiless ? null : Buffer.from(said.body as string), {
    status: said.status,
    headers: said.headers.map(([name, value]): [string, string] => [name, value]),
  });
};

Object.assign(http, { request: requestOver('http:') });
Object.assign(https, { request: requestOver('https:') });
Object.assign(globalThis, { fetch: fetchInProcess });
syncBuiltinESMExports();
