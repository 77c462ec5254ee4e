import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { AwsError } from '../errors.ts';

/** Verifies signature and age as S3 does; `now` in milliseconds. Throws the AwsError that S3 answers. */
export const verifySignature = (
  head: Head,
  secretAccessKey: string,
  now: number,
): RequestSignature => {
  const authorization = requestSignatureOf(head);
  const { expires_s, scope, date } = authorization;
  const signed_ms = timeOf(date);
  if (expires_s === undefined) assertFresh(signed_ms, now);
  else assertLive(signed_ms, expires_s, now);
  assertSigned(head, authorization);
  const canonical = canonicalRequest(head, authorization.signedHeaders, authorization.payload);
  const text = [
    'AWS4-HMAC-SHA256',
    date,
    scope,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n');
  const expected = scope
    .split('/')
    .reduce<Buffer>((key, part) => hmac(key, part), Buffer.from(`AWS4${secretAccessKey}`));
  if (!isEqual(hmac(expected, text).toString('hex'), authorization.signature))
    throw mismatch(authorization, text, canonical);
  return authorization;
};

/** How far the clocks of signer and storage may differ. */
const skew_ms_max = 15 * 60_000;

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const isEqual = (expected: string, given: string): boolean =>
  given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));

const timeOf = (date: string): number => {
  const iso = date.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/, '$1-$2-$3T$4:$5:$6Z');
  const time = iso === date ? Number.NaN : Date.parse(iso);
  if (Number.isNaN(time))
    throw new AwsError(
      403,
      'AccessDenied',
      'AWS authentication requires a valid Date or x-amz-date header',
    );
  return time;
};

const assertFresh = (signed_ms: number, now: number): void => {
  if (Math.abs(now - signed_ms) <= skew_ms_max) return;
  const message = "The difference between the request time and the server's time is too large.";
  throw new AwsError(403, 'RequestTimeTooSkewed', message, {
    ServerTime: new Date(now).toISOString(),
  });
};

const assertLive = (signed_ms: number, expires_s: number, now: number): void => {
  const until = signed_ms + expires_s * 1000;
  const members = { 'X-Amz-Expires': expires_s, Expires: iso(until), ServerTime: iso(now) };
  if (now > until) throw new AwsError(403, 'AccessDenied', 'Request has expired', members);
  if (signed_ms > now + skew_ms_max)
    throw new AwsError(403, 'AccessDenied', 'Request is not valid yet', members);
};

const iso = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+/, '');

/** A header that is not signed could say what the signer did not. */
const assertSigned = ({ headers }: Head, { signedHeaders }: RequestSignature): void => {
  const needed = Object.keys(headers).filter(
    (name) => name.startsWith('x-amz-') || name === 'host',
  );
  const unsigned = needed.filter((name) => !signedHeaders.includes(name));
  if (unsigned.length === 0) return;
  const message = 'There were headers present in the request which were not signed';
  throw new AwsError(403, 'AccessDenied', message, { HeadersNotSigned: unsigned.join(', ') });
};

const mismatch = (by: RequestSignature, stringToSign: string, canonical: string): AwsError =>
  new AwsError(
    403,
    'SignatureDoesNotMatch',
    'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    {
      AWSAccessKeyId: by.accessKeyId,
      SignatureProvided: by.signature,
      StringToSign: stringToSign,
      CanonicalRequest: canonical,
    },
  );

/** The members of a request that say how it was signed. */
export type RequestSignature = {
  readonly accessKeyId: string;
  /** `20260102/eu-west-1/s3/aws4_request`. */
  readonly scope: string;
  readonly region: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  /** `20260102T030405Z`. */
  readonly date: string;
  readonly payload: string;
  readonly expires_s?: number;
};

/** Reads it from the header, or from the URL of a link; throws the AwsError that S3 answers. */
export const requestSignatureOf = (head: Head): RequestSignature => {
  const query = new Map(queryOf(head));
  const inHeader = head.headers.authorization !== undefined;
  const inUrl = query.has('X-Amz-Algorithm') || query.has('X-Amz-Signature');
  if (inHeader && inUrl)
    throw new AwsError(400, 'InvalidArgument', 'Only one auth mechanism allowed.');
  if (inHeader) return fromHeader(head);
  if (inUrl) return fromUrl(head, query);
  throw new AwsError(403, 'AccessDenied', 'Access Denied');
};

const algorithm = 'AWS4-HMAC-SHA256';

const fromHeader = ({ headers }: Head): RequestSignature => {
  const malformed = () =>
    new AwsError(400, 'AuthorizationHeaderMalformed', 'The authorization header is malformed.');
  const [, used, rest = ''] = /^(\S+)\s+(.*)$/.exec(headers.authorization ?? '') ?? [];
  const parts = new Map(
    rest.split(',').map((part) => part.trim().split('=', 2) as [string, string]),
  );
  const [credential, signed, signature] = ['Credential', 'SignedHeaders', 'Signature'].map((name) =>
    parts.get(name),
  );
  if (used !== algorithm || !credential || !signed || !signature) throw malformed();
  const payload = headers['x-amz-content-sha256'];
  if (payload === undefined)
    throw new AwsError(
      400,
      'InvalidRequest',
      'Missing required header for this request: x-amz-content-sha256',
    );
  const date = headers['x-amz-date'];
  if (date === undefined)
    throw new AwsError(
      403,
      'AccessDenied',
      'AWS authentication requires a valid Date or x-amz-date header',
    );
  return {
    ...credentialOf(credential, malformed),
    signedHeaders: namesIn(signed),
    signature,
    date,
    payload,
  };
};

const fromUrl = ({ headers }: Head, query: ReadonlyMap<string, string>): RequestSignature => {
  const malformed = (message: string) =>
    new AwsError(400, 'AuthorizationQueryParametersError', message);
  const [used, credential, date, expires, signed, signature] = [
    ...['Algorithm', 'Credential', 'Date', 'Expires', 'SignedHeaders', 'Signature'],
  ].map((name) => query.get(`X-Amz-${name}`));
  if (!used || !credential || !date || !expires || !signed || !signature)
    throw malformed(
      'Query-string authentication version 4 requires the X-Amz-Algorithm, X-Amz-Credential, X-Amz-Signature, ' +
        'X-Amz-Date, X-Amz-SignedHeaders, and X-Amz-Expires parameters.',
    );
  if (used !== algorithm) throw malformed(`X-Amz-Algorithm only supports "${algorithm}"`);
  const expires_s = Number(expires);
  if (!/^\d{1,7}$/.test(expires) || expires_s < 1 || expires_s > expires_s_max)
    throw malformed('X-Amz-Expires must be between 1 second and a week (in seconds)');
  const payload =
    headers['x-amz-content-sha256'] ?? query.get('X-Amz-Content-Sha256') ?? 'UNSIGNED-PAYLOAD';
  const whose = credentialOf(credential, () =>
    malformed('Error parsing the X-Amz-Credential parameter.'),
  );
  return { ...whose, signedHeaders: namesIn(signed), signature, date, payload, expires_s };
};

const expires_s_max = 7 * 24 * 60 * 60;

const credentialOf = (credential: string, malformed: () => AwsError) => {
  const [accessKeyId, day, region, service, end, ...more] = credential.split('/');
  if (
    !accessKeyId ||
    !day ||
    !region ||
    service !== 's3' ||
    end !== 'aws4_request' ||
    more.length > 0
  )
    throw malformed();
  return { accessKeyId, region, scope: `${day}/${region}/${service}/${end}` };
};

const namesIn = (signedHeaders: string): string[] => signedHeaders.toLowerCase().split(';');

/** The signed parts of a request. */
export type Head = {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** The query parameters, decoded, in their order. */
export const queryOf = ({ url }: Pick<Head, 'url'>): [name: string, value: string][] => {
  const at = url.indexOf('?');
  if (at < 0 || at === url.length - 1) return [];
  return url
    .slice(at + 1)
    .split('&')
    .map((pair) => {
      const equals = pair.indexOf('=');
      return equals < 0
        ? [decoded(pair), '']
        : [decoded(pair.slice(0, equals)), decoded(pair.slice(equals + 1))];
    });
};

/** The path, decoded. */
export const objectPathOf = ({ url }: Pick<Head, 'url'>): string =>
  decoded(url.split('?')[0] ?? '');

/** The canonical request of Signature 4 as S3 makes it: the path is encoded once and never normalised. */
const canonicalRequest = (head: Head, signedHeaders: readonly string[], payload: string): string =>
  [
    head.method,
    objectPathOf(head).split('/').map(encoded).join('/'),
    queryOf(head)
      .filter(([name]) => name !== 'X-Amz-Signature')
      .map(([name, value]) => [encoded(name), encoded(value)] as const)
      .sort((a, b) => compared(a[0], b[0]) || compared(a[1], b[1]))
      .map((pair) => pair.join('='))
      .join('&'),
    ...signedHeaders.map(
      (name) => `${name}:${(head.headers[name] ?? '').trim().replace(/ +/g, ' ')}`,
    ),
    '',
    signedHeaders.join(';'),
    payload,
  ].join('\n');

const compared = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** RFC 3986: everything but letters, digits and `-_.~`. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new AwsError(400, 'InvalidURI', "Couldn't parse the specified URI.");
  }
};
