import {
  request as ask,
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import { pipeline } from 'node:stream/promises';
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib';
import type { LocalAddresses } from '../addresses.ts';
import type { Resource } from '../aws-service.ts';
import { BadConfiguration } from '../errors.ts';
import { listening } from '../listening.ts';
import { type Behavior, type Distribution, distributionOf, isDistribution } from './model.ts';
import type { ViewerRequest } from './viewer-function.ts';

/** A file in a bucket. */
export type StoredFile = {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
};

/** The files in the buckets of a distribution, by bucket and key. */
export type Files = (bucket: string, key: string) => StoredFile | undefined;

/** Where a distribution finds what it serves. */
export type Origins = {
  readonly files: Files;
  readonly hosts: ReadonlyMap<string, string>;
};

/** A port for the assembly's distribution, whose address is known before what it serves. */
export type OpenedSite = {
  /** Undefined where the assembly has no distribution. */
  readonly url: string | undefined;
  /** Requests that came before wait for it. Throws BadConfiguration. */
  serve(toLocal: LocalAddresses, origins: Origins): void;
  stop(): Promise<void>;
};

/** Opens it on 127.0.0.1; port 0 is a free one. Throws BadConfiguration. */
export const openDistribution = async (
  resources: readonly Resource[],
  port: number,
): Promise<OpenedSite> => {
  if (!resources.some(isDistribution))
    return { url: undefined, serve: () => {}, stop: async () => {} };
  const { promise: served, resolve: serve } =
    Promise.withResolvers<readonly [Distribution, Origins]>();
  const server = createServer((incoming, response) => {
    void served
      .then(([distribution, origins]) => answer(distribution, origins, incoming, response))
      .catch(() => response.destroy());
  });
  const { port: taken, stop } = await listening(server, port).catch(
    (error: NodeJS.ErrnoException) => {
      throw new BadConfiguration(`Port ${port} cannot be opened for the site (${error.code}).`, {
        cause: error,
      });
    },
  );
  return {
    url: `http://127.0.0.1:${taken}/`,
    serve: (toLocal, origins) => {
      const distribution = distributionOf(resources, toLocal);
      if (distribution) serve([distribution, origins]);
    },
    stop,
  };
};

type Answer = {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: string | Buffer;
};

const answer = async (
  { behaviors }: Distribution,
  origins: Origins,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const [path = '/', query] = (incoming.url ?? '/').split(/\?(.*)/s);
  const behavior = behaviors.find(({ matches }) => matches(path));
  if (!behavior) throw new Error('A distribution without a behaviour for everything.');
  const finish = ({ status, headers, body }: Answer): void => {
    const length = { 'content-length': Buffer.byteLength(body) };
    response.writeHead(status, { ...withPolicy(behavior, headers), ...length });
    response.end(incoming.method === 'HEAD' ? undefined : body);
  };
  if (!behavior.methods.includes(incoming.method ?? ''))
    return finish(xmlError(403, 'MethodNotAllowed'));
  const viewed = viewerRequestOf(incoming, path, query);
  const decided = behavior.functions.request?.(viewed) ?? viewed;
  if ('statusCode' in decided) {
    const headers = Object.entries(decided.headers ?? {}).map(([name, { value }]) => [name, value]);
    return finish({
      status: decided.statusCode,
      headers: Object.fromEntries(headers),
      body: decided.body ?? '',
    });
  }
  if ('bucket' in behavior.origin) {
    const file = fileAnswer(origins.files, behavior.origin.bucket, decided.uri);
    const encoding =
      behavior.compresses && encodingFor(String(incoming.headers['accept-encoding']));
    return finish(encoding ? compressed(file, encoding) : file);
  }
  const origin = origins.hosts.get(behavior.origin.host);
  if (origin === undefined) return finish(xmlError(502, 'NoSuchOrigin'));
  const target = `${decided.uri}${query === undefined ? '' : `?${query}`}`;
  const sent = { ...viewed, target };
  await passOn(behavior, new URL(origin), sent, incoming, response).catch((error: Error) => {
    if (response.headersSent) throw error;
    finish(xmlError(502, 'OriginUnreachable'));
  });
};

const viewerRequestOf = (
  incoming: IncomingMessage,
  uri: string,
  query: string | undefined,
): ViewerRequest => {
  const headers = Object.entries(incoming.headers).map(([name, value]) => [
    name,
    { value: String(value) },
  ]);
  const parameters = [...new URLSearchParams(query)].map(([name, value]) => [name, { value }]);
  return {
    method: incoming.method ?? 'GET',
    uri,
    querystring: Object.fromEntries(parameters),
    headers: Object.fromEntries(headers),
  };
};

const xmlError = (status: number, code: string): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`,
});

const fileAnswer = (files: Files, bucket: string, uri: string): Answer => {
  const file = files(bucket, decodeURIComponent(uri).slice(1));
  return file
    ? { status: 200, headers: { ...file.headers }, body: file.body }
    : xmlError(404, 'NoSuchKey');
};

const encoders = {
  br: (body: Buffer) => brotliCompressSync(body, { params: { [zlib.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body: Buffer) => gzipSync(body),
};
type Encoding = keyof typeof encoders;

/** CloudFront takes brotli where the browser permits both. */
const encodingFor = (accepted: string): Encoding | undefined =>
  (['br', 'gzip'] as const).find((one) => new RegExp(`\\b${one}\\b`).test(accepted));

/**
 * Compresses as CloudFront does: these types between 1 000 bytes and 10 MB. Each file is compressed
 * once in each way.
 */
const compressed = (file: Answer, encoding: Encoding): Answer => {
  const { body, headers, status } = file;
  const isText = /javascript|json|xml|^text\/|svg/.test(String(headers['content-type']));
  if (status !== 200 || !isText || body.length < 1_000 || body.length > 10_000_000) return file;
  const known = compressedOnce[encoding].get(body as Buffer) ?? encoders[encoding](body as Buffer);
  compressedOnce[encoding].set(body as Buffer, known);
  return {
    status,
    headers: { ...headers, 'content-encoding': encoding, vary: 'accept-encoding' },
    body: known,
  };
};

const compressedOnce = { br: new WeakMap<Buffer, Buffer>(), gzip: new WeakMap<Buffer, Buffer>() };

const withPolicy = (
  { headers: added }: Behavior,
  headers: OutgoingHttpHeaders,
): OutgoingHttpHeaders => {
  const mine = added.filter(({ name, override }) => override || headers[name] === undefined);
  return { ...headers, ...Object.fromEntries(mine.map(({ name, value }) => [name, value])) };
};

const ofTheConnection = [
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'te',
  'trailer',
  'host',
];

const without = (headers: OutgoingHttpHeaders, names: readonly string[]): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

/** As the behaviour's function leaves them; as on AWS it sees neither errors nor cookies. */
const changed = (
  { functions }: Behavior,
  sent: ViewerRequest,
  statusCode: number,
  { 'set-cookie': cookies, ...headers }: OutgoingHttpHeaders,
): OutgoingHttpHeaders => {
  const own = cookies && { 'set-cookie': cookies };
  if (!functions.response || statusCode >= 400) return { ...headers, ...own };
  const values = Object.entries(headers).map(([name, value]) => [name, { value: String(value) }]);
  const { headers: made = {} } = functions.response(sent, {
    statusCode,
    headers: Object.fromEntries(values),
  });
  return {
    ...Object.fromEntries(Object.entries(made).map(([name, { value }]) => [name, value])),
    ...own,
  };
};

const passOn = async (
  behavior: Behavior,
  origin: URL,
  { target, ...sent }: ViewerRequest & { readonly target: string },
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const forwarded = behavior.forwards ? without(incoming.headers, ofTheConnection) : {};
  const { hostname, port } = origin;
  // A connection of its own: one that waits for the next request may be closed just when that is sent.
  const asked = ask({
    hostname,
    port,
    path: target,
    method: incoming.method,
    headers: forwarded,
    agent: false,
  });
  // A response may come before the request is read to its end, and is passed on then.
  const answered = await new Promise<IncomingMessage>((resolve, reject) => {
    asked.once('response', resolve);
    // The pipeline reports no error of a request that is sent to its end.
    asked.on('error', reject);
    pipeline(incoming, asked).catch(reject);
  });
  const headers = without(answered.headers, ofTheConnection);
  const status = answered.statusCode ?? 502;
  response.writeHead(status, withPolicy(behavior, changed(behavior, sent, status, headers)));
  await pipeline(answered, response);
};
