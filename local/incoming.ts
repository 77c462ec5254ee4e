import type { IncomingMessage } from 'node:http';

/** Who says to have signed a request, and for what. */
export type Claim = {
  readonly accessKeyId: string;
  readonly region: string;
  readonly service: string;
  /** It stands in the address, so that whoever has the address can call. */
  readonly link: boolean;
};

/**
 * The credential of an AWS Signature 4, from the header or from a presigned address; undefined when there is none. The
 * signature itself is left to services that are called from outside: whoever else reaches this port has the keys anyway.
 */
export const claimOf = (request: IncomingMessage): Claim | undefined => {
  const header = /Credential=([^,\s]+)/.exec(request.headers.authorization ?? '')?.[1];
  const scope = header ?? presigned(request.url ?? '');
  const [accessKeyId, date, region, service, end] = scope?.split('/') ?? [];
  if (!accessKeyId || !date || !region || !service || end !== 'aws4_request') return undefined;
  return { accessKeyId, region, service, link: header === undefined };
};

/** The whole body; rejects when it is larger than any service takes. */
export const bodyOf = (request: IncomingMessage): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > body_bytes_max) reject(new Error(`The body is larger than ${body_bytes_max} bytes.`));
      else chunks.push(chunk);
    });
    request.on('error', reject);
    request.on('close', () => reject(new Error('The caller went away.')));
    request.on('end', () => resolve(Buffer.concat(chunks)));
  });

/** S3 takes the largest body of all services here. */
export const body_bytes_max = 20 * 1024 * 1024;

const presigned = (url: string): string | undefined => {
  const at = url.indexOf('?');
  return at < 0 ? undefined : (new URLSearchParams(url.slice(at)).get('X-Amz-Credential') ?? undefined);
};
