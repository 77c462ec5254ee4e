import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import { S3RequestPresigner } from '@aws-sdk/s3-request-presigner';
import type { DocumentSigner, UploadFacts } from './document-storage.ts';

/** How long a link is good for, in seconds (product.md). */
const lifetime_seconds = 15 * 60;

/**
 * Signs uploads to the bucket at `DOCUMENT_BUCKET_URL` with the function's own credentials. Length, type and
 * `If-None-Match: *` are part of the signature: another body is refused, and so is a second one. The signer stands here
 * without the S3 client, which only turns a bucket's name into its address.
 */
export const s3DocumentSigner = (variables: NodeJS.ProcessEnv = process.env): DocumentSigner => {
  const presigner = new S3RequestPresigner({
    region: needed(variables, 'AWS_REGION'),
    credentials: async () => credentialsIn(variables),
    sha256: Sha256,
  });
  const bucket = new URL(needed(variables, 'DOCUMENT_BUCKET_URL'));
  return {
    signUpload: async (facts, at) => {
      const since_s = Math.floor(at.getTime() / 1000);
      const { query = {} } = await presigner.presign(requestFor(bucket, facts), {
        signingDate: new Date(since_s * 1000),
        expiresIn: lifetime_seconds,
        signableHeaders: new Set(['host', 'content-type', 'content-length', 'if-none-match']),
      });
      return {
        method: 'PUT',
        url: `${bucket.origin}${pathOf(bucket, facts.key)}?${queryText(query)}`,
        headers: { 'content-type': facts.content_type, 'if-none-match': '*' },
        expires_at: new Date((since_s + lifetime_seconds) * 1000).toISOString(),
      };
    },
  };
};

const requestFor = (bucket: URL, { key, content_type, size_bytes }: UploadFacts) => ({
  method: 'PUT',
  protocol: bucket.protocol,
  hostname: bucket.hostname,
  ...(bucket.port && { port: Number(bucket.port) }),
  path: pathOf(bucket, key),
  query: {},
  headers: {
    host: bucket.host,
    'content-type': content_type,
    'content-length': String(size_bytes),
    'if-none-match': '*',
  },
});

const pathOf = (bucket: URL, key: string): string =>
  `${bucket.pathname.replace(/\/$/, '')}/${key.split('/').map(encodeURIComponent).join('/')}`;

const queryText = (query: object): string =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&');

/** As Lambda sets them; a new process gets new ones, so they are read each time. */
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

/** The signer asks for a constructor of hashes. */
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

  /** Nobody uses one twice. */
  reset(): void {}
}

const bytesOf = (data: ArrayBuffer | ArrayBufferView): Buffer =>
  ArrayBuffer.isView(data) ? Buffer.from(data.buffer, data.byteOffset, data.byteLength) : Buffer.from(data);
