import { AwsError } from '../aws-error.ts';
import { type Head, queryOf } from './canonical.ts';

/** What a request says about its signature. */
export type Authorization = {
  readonly accessKeyId: string;
  /** `20260102/eu-west-1/s3/aws4_request`. */
  readonly scope: string;
  readonly region: string;
  /** In lower case and in order. */
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  /** `20260102T030405Z`. */
  readonly date: string;
  /** The hash of the body, or `UNSIGNED-PAYLOAD`. */
  readonly payload: string;
  /** Of a link: how long it is good for. */
  readonly expires_s?: number;
};

/** Reads it from the header, or from the address of a link; throws the AwsError that S3 answers. */
export const authorizationOf = (head: Head): Authorization => {
  const query = new Map(queryOf(head));
  const inHeader = head.headers.authorization !== undefined;
  const inAddress = query.has('X-Amz-Algorithm') || query.has('X-Amz-Signature');
  if (inHeader && inAddress) throw new AwsError(400, 'InvalidArgument', 'Only one auth mechanism allowed.');
  if (inHeader) return fromHeader(head);
  if (inAddress) return fromAddress(head, query);
  throw new AwsError(403, 'AccessDenied', 'Access Denied');
};

const algorithm = 'AWS4-HMAC-SHA256';

const fromHeader = ({ headers }: Head): Authorization => {
  const malformed = () => new AwsError(400, 'AuthorizationHeaderMalformed', 'The authorization header is malformed.');
  const [, used, rest = ''] = /^(\S+)\s+(.*)$/.exec(headers.authorization ?? '') ?? [];
  const parts = new Map(rest.split(',').map((part) => part.trim().split('=', 2) as [string, string]));
  const [credential, signed, signature] = ['Credential', 'SignedHeaders', 'Signature'].map((name) => parts.get(name));
  if (used !== algorithm || !credential || !signed || !signature) throw malformed();
  const payload = headers['x-amz-content-sha256'];
  if (payload === undefined)
    throw new AwsError(400, 'InvalidRequest', 'Missing required header for this request: x-amz-content-sha256');
  const date = headers['x-amz-date'];
  if (date === undefined)
    throw new AwsError(403, 'AccessDenied', 'AWS authentication requires a valid Date or x-amz-date header');
  return { ...credentialOf(credential, malformed), signedHeaders: namesIn(signed), signature, date, payload };
};

const fromAddress = ({ headers }: Head, query: ReadonlyMap<string, string>): Authorization => {
  const malformed = (message: string) => new AwsError(400, 'AuthorizationQueryParametersError', message);
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
  const payload = headers['x-amz-content-sha256'] ?? query.get('X-Amz-Content-Sha256') ?? 'UNSIGNED-PAYLOAD';
  const whose = credentialOf(credential, () => malformed('Error parsing the X-Amz-Credential parameter.'));
  return { ...whose, signedHeaders: namesIn(signed), signature, date, payload, expires_s };
};

/** S3 signs for a week at most. */
const expires_s_max = 7 * 24 * 60 * 60;

const credentialOf = (credential: string, malformed: () => AwsError) => {
  const [accessKeyId, day, region, service, end, ...more] = credential.split('/');
  if (!accessKeyId || !day || !region || service !== 's3' || end !== 'aws4_request' || more.length > 0)
    throw malformed();
  return { accessKeyId, region, scope: `${day}/${region}/${service}/${end}` };
};

const namesIn = (signedHeaders: string): string[] => signedHeaders.toLowerCase().split(';');
