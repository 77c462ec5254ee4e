import { EventEmitter } from 'node:events';
import http, { type RequestListener } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { Readable } from 'node:stream';
import { type Arrived, type Said, standIn } from './network.ts';

// A server that a test opens is a stand-in on the network of this process, at a port that no program has.

let port = 20_000;

class Server extends EventEmitter {
  #close = (): void => {};
  #port = 0;
  readonly #listener: RequestListener | undefined;

  constructor(first?: object | RequestListener, second?: RequestListener) {
    super();
    this.#listener = typeof first === 'function' ? (first as RequestListener) : second;
  }

  listen(...given: readonly unknown[]): this {
    this.#port = port++;
    this.#close = standIn(`http://127.0.0.1:${this.#port}`, (arrived) => this.#serve(arrived));
    const listening = given.at(-1);
    if (typeof listening === 'function') this.once('listening', () => listening());
    queueMicrotask(() => this.emit('listening'));
    return this;
  }

  address() {
    return { address: '127.0.0.1', family: 'IPv4', port: this.#port };
  }

  close(closed?: () => void): this {
    this.#close();
    if (closed) this.once('close', closed);
    queueMicrotask(() => this.emit('close'));
    return this;
  }

  closeAllConnections(): void {}
  unref(): this {
    return this;
  }

  #serve(arrived: Arrived): Promise<Said | undefined> {
    const reply = new Reply();
    const request = messageOf(arrived);
    this.#listener?.(request as never, reply as never);
    this.emit('request', request, reply);
    return reply.said;
  }
}

const messageOf = ({ method, target, headers, body }: Arrived): Readable =>
  Object.assign(Readable.from(body, { objectMode: false }), {
    method,
    url: target,
    rawHeaders: headers.flat(),
    socket: { remoteAddress: '127.0.0.1' },
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
  });

/** As much of a ServerResponse as tests here answer with. */
class Reply extends EventEmitter {
  statusCode = 200;
  headersSent = false;
  readonly #headers = new Map<string, readonly [string, string][]>();
  readonly #pieces: Buffer[] = [];
  readonly #said = Promise.withResolvers<Said | undefined>();

  get said(): Promise<Said | undefined> {
    return this.#said.promise;
  }

  setHeader(name: string, value: unknown): this {
    const lines = [value].flat().map((one): [string, string] => [name, String(one)]);
    this.#headers.set(name.toLowerCase(), lines);
    return this;
  }

  writeHead(status: number, ...given: readonly unknown[]): this {
    this.statusCode = status;
    this.headersSent = true;
    const headers = given.at(-1);
    if (typeof headers === 'object')
      for (const [name, value] of Object.entries(headers ?? {})) this.setHeader(name, value);
    return this;
  }

  flushHeaders(): void {
    this.headersSent = true;
  }

  write(piece: string | Buffer): boolean {
    this.#pieces.push(Buffer.from(piece as string));
    return true;
  }

  end(piece?: string | Buffer): this {
    if (piece !== undefined) this.write(piece);
    const headers = [...this.#headers.values()].flat();
    this.#said.resolve({ status: this.statusCode, headers, body: Buffer.concat(this.#pieces) });
    this.emit('finish');
    return this;
  }

  destroy(): this {
    this.#said.resolve(undefined);
    return this;
  }
}

const createServer = (first?: object | RequestListener, second?: RequestListener): Server =>
  new Server(first, second);

Object.assign(http, { createServer });
syncBuiltinESMExports();
