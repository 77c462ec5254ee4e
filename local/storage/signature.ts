import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { AwsError } from '../aws-error.ts';
import { type Authorization, authorizationOf } from './authorization.ts';
import { canonicalRequest, type Head } from './canonical.ts';

/**
 * Verifies the signature of a request as S3 does: who signed, what was signed, and that it is not too old. `now` in
 * milliseconds. Throws the AwsError that S3 answers.
 */
export const verifySignature = (head: Head, secretAccessKey: string, now: number): Authorization => {
  const authorization = authorizationOf(head);
  const { expires_s, scope, date } = authorization;
  const signed_ms = timeOf(date);
  if (expires_s === undefined) assertFresh(signed_ms, now);
  else assertLive(signed_ms, expires_s, now);
  assertSigned(head, authorization);
  const canonical = canonicalRequest(head, authorization.signedHeaders, authorization.payload);
  const text = ['AWS4-HMAC-SHA256', date, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const expected = scope
    .split('/')
    .reduce<Buffer>((key, part) => hmac(key, part), Buffer.from(`AWS4${secretAccessKey}`));
  if (!same(hmac(expected, text).toString('hex'), authorization.signature))
    throw mismatch(authorization, text, canonical);
  return authorization;
};

/** How far the clocks of signer and storage may be apart. */
const skew_ms_max = 15 * 60_000;

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const same = (expected: string, given: string): boolean =>
  given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));

const timeOf = (date: string): number => {
  const iso = date.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/, '$1-$2-$3T$4:$5:$6Z');
  const time = iso === date ? Number.NaN : Date.parse(iso);
  if (Number.isNaN(time))
    throw new AwsError(403, 'AccessDenied', 'AWS authentication requires a valid Date or x-amz-date header');
  return time;
};

const assertFresh = (signed_ms: number, now: number): void => {
  if (Math.abs(now - signed_ms) <= skew_ms_max) return;
  const message = "The difference between the request time and the server's time is too large.";
  throw new AwsError(403, 'RequestTimeTooSkewed', message, { ServerTime: new Date(now).toISOString() });
};

const assertLive = (signed_ms: number, expires_s: number, now: number): void => {
  const until = signed_ms + expires_s * 1000;
  const members = { 'X-Amz-Expires': expires_s, Expires: iso(until), ServerTime: iso(now) };
  if (now > until) throw new AwsError(403, 'AccessDenied', 'Request has expired', members);
  if (signed_ms > now + skew_ms_max) throw new AwsError(403, 'AccessDenied', 'Request is not valid yet', members);
};

const iso = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+/, '');

/** Whoever could add a header without signing it could say what the signer did not. */
const assertSigned = ({ headers }: Head, { signedHeaders }: Authorization): void => {
  const needed = Object.keys(headers).filter((name) => name.startsWith('x-amz-') || name === 'host');
  const unsigned = needed.filter((name) => !signedHeaders.includes(name));
  if (unsigned.length === 0) return;
  const message = 'There were headers present in the request which were not signed';
  throw new AwsError(403, 'AccessDenied', message, { HeadersNotSigned: unsigned.join(', ') });
};

const mismatch = (by: Authorization, stringToSign: string, canonical: string): AwsError =>
  new AwsError(
    403,
    'SignatureDoesNotMatch',
    'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    {
      AWSAccessKeyId: by.accessKeyId,
      StringToSign: stringToSign,
      SignatureProvided: by.signature,
      CanonicalRequest: canonical,
    },
  );
