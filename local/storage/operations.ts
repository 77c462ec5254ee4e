import { createHash } from 'node:crypto';
import type { AwsAnswer, AwsCall } from '../aws-service.ts';
import { AwsError } from '../errors.ts';
import type { S3Bucket } from './buckets.ts';
import { notImplemented } from './checksums.ts';
import type { NewVersion, Version } from './objects.ts';
import type { ObjectRequest } from './request.ts';
import { xmlAnswer, xmlText } from './xml.ts';

/** A call for one object of a bucket. */
export type ObjectCall = {
  readonly bucket: S3Bucket;
  readonly request: ObjectRequest;
  readonly call: AwsCall;
};

/**
 * Keeps the body as a new version and answers that. `If-None-Match: *` admits only the first one, `If-Match` only one over the
 * version with that tag.
 */
export const putObject = async ({ bucket, request, call }: ObjectCall): Promise<Version> => {
  const { 'if-none-match': noneMatch, 'if-match': match, 'content-type': type } = call.headers;
  if (noneMatch !== undefined && noneMatch !== '*') throw notImplemented('If-None-Match');
  const refuse = (Condition: string): never => {
    const message = 'At least one of the pre-conditions you specified did not hold';
    throw new AwsError(412, 'PreconditionFailed', message, { Condition });
  };
  const allow = (): void => {
    if (match !== undefined && match !== `"${existing(bucket, request).etag}"`) refuse('If-Match');
    const newest = bucket.objects.newest(request.key);
    if (noneMatch !== undefined && newest !== undefined && !newest.delete_marker)
      refuse('If-None-Match');
  };
  // Checked before the body is written, which may be large, and again when the version would appear.
  allow();
  const etag = createHash('md5').update(call.body).digest('hex');
  const version: NewVersion = {
    key: request.key,
    etag,
    content_type: type ?? 'binary/octet-stream',
    delete_marker: false,
  };
  return bucket.objects.add(version, call.body, allow);
};

/** The answer to PutObject. */
export const putAnswer = (bucket: S3Bucket, version: Version): AwsAnswer => ({
  status: 200,
  headers: {
    ...encryptionOf(bucket),
    etag: `"${version.etag}"`,
    'x-amz-version-id': version.version_id,
  },
  body: '',
});

/** GetObject and HeadObject: the newest version or the one that is named, whole or a range of it. */
export const getObject = ({ bucket, request, call }: ObjectCall): AwsAnswer => {
  for (const name of ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'])
    if (call.headers[name] !== undefined) throw notImplemented(name);
  const version = existing(bucket, request);
  const range = rangeIn(call.headers.range, version.size);
  const { first, last } = range ?? { first: 0, last: version.size - 1 };
  const headers = {
    ...encryptionOf(bucket),
    'accept-ranges': 'bytes',
    'content-type': version.content_type,
    'content-length': String(last - first + 1),
    ...(range && { 'content-range': `bytes ${first}-${last}/${version.size}` }),
    etag: `"${version.etag}"`,
    'last-modified': new Date(version.at).toUTCString(),
    'x-amz-version-id': version.version_id,
  };
  const body = call.method === 'HEAD' ? '' : bucket.objects.read(version, first, last - first + 1);
  return { status: range ? 206 : 200, headers, body };
};

/** The first object under a prefix, if there is any. */
export const listObjects = ({ bucket, request }: ObjectCall): AwsAnswer => {
  const found = bucket.objects.under(request.key).filter(({ delete_marker }) => !delete_marker);
  const listed = found
    .slice(0, 1)
    .map(
      ({ key, at, etag, size }) =>
        `<Contents><Key>${xmlText(key)}</Key><LastModified>${at}</LastModified>` +
        `<ETag>&quot;${etag}&quot;</ETag><Size>${size}</Size></Contents>`,
    );
  const body =
    '<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">' +
    `<Name>${bucket.name}</Name><Prefix>${xmlText(request.key)}</Prefix><MaxKeys>1</MaxKeys>` +
    `<KeyCount>${listed.length}</KeyCount><IsTruncated>${found.length > 1}</IsTruncated>${listed.join('')}` +
    '</ListBucketResult>';
  return xmlAnswer(200, body);
};

/** The first versions under a prefix. */
export const listVersions = ({ bucket, request, call }: ObjectCall): AwsAnswer => {
  const most = Number(new URL(call.url, 'http://s3').searchParams.get('max-keys') ?? 1000);
  const found = bucket.objects.versionsUnder(request.key);
  const listed = found.slice(0, most).map((version) => {
    const { key, version_id, at, etag, size, delete_marker } = version;
    const latest = bucket.objects.newest(key) === version;
    const facts =
      `<Key>${xmlText(key)}</Key><VersionId>${version_id}</VersionId>` +
      `<IsLatest>${latest}</IsLatest><LastModified>${at}</LastModified>`;
    if (delete_marker) return `<DeleteMarker>${facts}</DeleteMarker>`;
    return `<Version>${facts}<ETag>&quot;${etag}&quot;</ETag><Size>${size}</Size></Version>`;
  });
  const body =
    '<ListVersionsResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">' +
    `<Name>${bucket.name}</Name><Prefix>${xmlText(request.key)}</Prefix><MaxKeys>${most}</MaxKeys>` +
    `<IsTruncated>${found.length > most}</IsTruncated>${listed.join('')}</ListVersionsResult>`;
  return xmlAnswer(200, body);
};

/** Hides an object behind a delete marker, or removes the version that is named for good. */
export const deleteObject = async ({ bucket, request }: ObjectCall): Promise<AwsAnswer> => {
  const { key, version_id } = request;
  if (version_id === undefined) {
    const facts = { key, etag: '', content_type: '', delete_marker: true };
    const marker = await bucket.objects.add(facts, Buffer.alloc(0), () => {});
    return {
      status: 204,
      headers: { 'x-amz-delete-marker': 'true', 'x-amz-version-id': marker.version_id },
      body: '',
    };
  }
  const version = bucket.objects.find(key, version_id);
  if (version) bucket.objects.remove(version);
  return { status: 204, headers: { 'x-amz-version-id': version_id }, body: '' };
};

const existing = ({ objects }: S3Bucket, { key, version_id }: ObjectRequest): Version => {
  if (version_id !== undefined) {
    const version = objects.find(key, version_id);
    if (!version)
      throw new AwsError(404, 'NoSuchVersion', 'The specified version does not exist.', {
        Key: key,
      });
    if (version.delete_marker)
      throw new AwsError(
        405,
        'MethodNotAllowed',
        'The specified method is not allowed against this resource.',
      );
    return version;
  }
  const newest = objects.newest(key);
  if (newest && !newest.delete_marker) return newest;
  throw new AwsError(404, 'NoSuchKey', 'The specified key does not exist.', { Key: key });
};

const encryptionOf = ({ key }: S3Bucket): Record<string, string> =>
  key
    ? {
        'x-amz-server-side-encryption': 'aws:kms',
        'x-amz-server-side-encryption-aws-kms-key-id': key.arn,
        'x-amz-server-side-encryption-bucket-key-enabled': 'true',
      }
    : { 'x-amz-server-side-encryption': 'AES256' };

type Range = { readonly first: number; readonly last: number };

/** The range of a `Range` header; undefined for none, or for an invalid one, which HTTP ignores. */
const rangeIn = (header: string | undefined, size: number): Range | undefined => {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined;
  if (first < size && (from !== '' || Number(to) > 0)) return { first, last };
  const members = { RangeRequested: header ?? '', ActualObjectSize: size };
  throw new AwsError(416, 'InvalidRange', 'The requested range is not satisfiable', members);
};
