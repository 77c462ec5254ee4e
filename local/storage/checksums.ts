import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { AwsError } from '../errors.ts';
import { type Head, queryOf } from './signature.ts';

/** Throws what S3 answers to a body that does not match its sender's checksum. */
export const assertChecksums = (head: Head, payload: string, body: Buffer): void => {
  const sha256 = createHash('sha256').update(body).digest();
  if (/^[0-9a-f]{64}$/.test(payload)) {
    if (payload !== sha256.toString('hex'))
      throw new AwsError(
        400,
        'XAmzContentSHA256Mismatch',
        "The provided 'x-amz-content-sha256' header does not match what was computed.",
      );
  } else if (payload !== 'UNSIGNED-PAYLOAD') {
    throw notImplemented(`x-amz-content-sha256: ${payload}`);
  }
  const md5 = head.headers['content-md5'];
  if (md5 !== undefined && md5 !== createHash('md5').update(body).digest('base64'))
    throw badDigest('Content-MD5 you specified did not match what we received.');
  for (const [name, value] of [...Object.entries(head.headers), ...queryOf(head)]) {
    const algorithm = /^x-amz-checksum-(?!mode$)(.+)$/i.exec(name)?.[1]?.toLowerCase();
    if (algorithm === undefined) continue;
    const expected = checksums[algorithm]?.(body);
    if (expected === undefined) throw notImplemented(name);
    if (expected !== value)
      throw badDigest(`${algorithm.toUpperCase()} you specified did not match what we received.`);
  }
};

const checksums: Readonly<Record<string, (body: Buffer) => string>> = {
  crc32: (body) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(crc32(body));
    return bytes.toString('base64');
  },
  sha1: (body) => createHash('sha1').update(body).digest('base64'),
  sha256: (body) => createHash('sha256').update(body).digest('base64'),
};

const badDigest = (message: string): AwsError => new AwsError(400, 'BadDigest', `The ${message}`);

/** The error for a part of S3 that this machine does not have: it says so, and never guesses. */
export const notImplemented = (what: string): AwsError =>
  new AwsError(
    501,
    'NotImplemented',
    `A header or parameter implies functionality that is not implemented: ${what}`,
  );
