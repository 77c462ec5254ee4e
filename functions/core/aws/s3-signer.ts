import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import { S3RequestPresigner } from '@aws-sdk/s3-request-presigner';
import type { DocumentSigner } from './s3.ts';

/** How long an upload link is valid, in seconds. */
const upload_seconds = 15 * 60;

/** How long a download link is valid: it is followed immediately. */
const download_seconds = 5 * 60;

/**
 * Signs links to the bucket at `DOCUMENT_BUCKET_URL` with the credentials of the function. The signature of an upload covers
 * its length, its type and `If-None-Match: *`: S3 rejects another body, and a second one. The S3 client is not needed: it
 * would only derive the address from the bucket's name.
 */
export const s3DocumentSigner = (variables: NodeJS.ProcessEnv = process.env): DocumentSigner => {
  let cached: ReturnType<typeof open> | undefined;
  const sign = async (link: Link, lifetime_seconds: number, at: Date) => {
    cached ??= open(variables);
    const { presigner, bucket } = cached;
    const since_s = Math.floor(at.getTime() / 1000);
    const { query = {} } = await presigner.presign(requestFor(bucket, link), {
      signingDate: new Date(since_s * 1000),
      expiresIn: lifetime_seconds,
      signableHeaders: new Set(['host', ...Object.keys(link.headers)]),
    });
    return {
      url: `${bucket.origin}${pathOf(bucket, link.key)}?${queryText(query)}`,
      expires_at: new Date((since_s + lifetime_seconds) * 1000).toISOString(),
    };
  };
  return {
    signUpload: async ({ key, content_type, size_bytes }, at) => {
      const headers = { 'content-type': content_type, 'if-none-match': '*' };
      const signed = { ...headers, 'content-length': String(size_bytes) };
      return {
        method: 'PUT',
        ...(await sign({ method: 'PUT', key, headers: signed }, upload_seconds, at)),
        headers,
      };
    },
    signDownload: (key, versionId, at) =>
      sign({ method: 'GET', key, headers: {}, query: { versionId } }, download_seconds, at),
  };
};

const open = (variables: NodeJS.ProcessEnv) => ({
  presigner: new S3RequestPresigner({
    region: needed(variables, 'AWS_REGION'),
    credentials: async () => credentialsIn(variables),
    sha256: Sha256,
  }),
  bucket: new URL(needed(variables, 'DOCUMENT_BUCKET_URL')),
});

/** The request that a link permits; its headers must be sent exactly. */
type Link = {
  readonly method: 'PUT' | 'GET';
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
};

const requestFor = (bucket: URL, { method, key, headers, query }: Link) => ({
  method,
  protocol: bucket.protocol,
  hostname: bucket.hostname,
  ...(bucket.port && { port: Number(bucket.port) }),
  path: pathOf(bucket, key),
  query: { ...query },
  headers: { host: bucket.host, ...headers },
});

const pathOf = (bucket: URL, key: string): string =>
  `${bucket.pathname.replace(/\/$/, '')}/${key.split('/').map(encodeURIComponent).join('/')}`;

const queryText = (query: object): string =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&');

/** As Lambda sets them. They are read each time, since they change. */
const credentialsIn = (variables: NodeJS.ProcessEnv) => ({
  accessKeyId: needed(variables, 'AWS_ACCESS_KEY_ID'),
  secretAccessKey: needed(variables, 'AWS_SECRET_ACCESS_KEY'),
  ...(variables.AWS_SESSION_TOKEN && { sessionToken: variables.AWS_SESSION_TOKEN }),
});

const needed = (variables: NodeJS.ProcessEnv, name: string): string => {
  const value = variables[name];
  if (value) return value;
  throw new Error(`${name} is not set`);
};

/** The signer takes a constructor of hashes. */
class Sha256 {
  readonly #hash: Hash | Hmac;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    if (secret === undefined) this.#hash = createHash('sha256');
    else this.#hash = createHmac('sha256', typeof secret === 'string' ? secret : bytesOf(secret));
  }

  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(typeof data === 'string' ? data : bytesOf(data));
  }

  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.#hash.digest());
  }

  /** A hash is used once. */
  reset(): void {}
}

const bytesOf = (data: ArrayBuffer | ArrayBufferView): Buffer =>
  ArrayBuffer.isView(data)
    ? Buffer.from(data.buffer, data.byteOffset, data.byteLength)
    : Buffer.from(data);
