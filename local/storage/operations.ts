import { createHash } from 'node:crypto';
import { AwsError } from '../aws-error.ts';
import type { AwsAnswer, AwsCall } from '../aws-service.ts';
import type { Asked } from './asked.ts';
import type { Bucket } from './buckets.ts';
import { notImplemented } from './checksums.ts';
import { xmlText } from './error-answer.ts';
import type { Version, VersionFacts } from './objects.ts';
import { rangeIn } from './range.ts';

/** A call for one object of a bucket. */
export type ObjectCall = { readonly bucket: Bucket; readonly asked: Asked; readonly call: AwsCall };

/** Keeps the body as a new version and answers it; `If-None-Match: *` lets only the first one in. */
export const putObject = async ({ bucket, asked, call }: ObjectCall): Promise<Version> => {
  const { 'if-none-match': noneMatch, 'if-match': match, 'content-type': type } = call.headers;
  if (noneMatch !== undefined && noneMatch !== '*') throw notImplemented('If-None-Match');
  if (match !== undefined) throw notImplemented('If-Match');
  const allow = (): void => {
    const newest = bucket.objects.newest(asked.key);
    if (noneMatch === undefined || newest === undefined || newest.delete_marker) return;
    const message = 'At least one of the pre-conditions you specified did not hold';
    throw new AwsError(412, 'PreconditionFailed', message, { Condition: 'If-None-Match' });
  };
  // Asked before the body is written, for it is large, and again in the moment when it would be there.
  allow();
  const etag = createHash('md5').update(call.body).digest('hex');
  const facts: VersionFacts = {
    key: asked.key,
    etag,
    content_type: type ?? 'binary/octet-stream',
    delete_marker: false,
  };
  return bucket.objects.add(facts, call.body, allow);
};

/** What PutObject answers. */
export const putAnswer = (bucket: Bucket, version: Version): AwsAnswer => ({
  status: 200,
  headers: { ...encryptionOf(bucket), etag: `"${version.etag}"`, 'x-amz-version-id': version.version_id },
  body: '',
});

/** GetObject and HeadObject: the newest version or the one that is named, whole or a range of it. */
export const getObject = ({ bucket, asked, call }: ObjectCall): AwsAnswer => {
  for (const name of ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'])
    if (call.headers[name] !== undefined) throw notImplemented(name);
  const version = existing(bucket, asked);
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
export const listObjects = ({ bucket, asked }: ObjectCall): AwsAnswer => {
  const there = bucket.objects.under(asked.key).filter(({ delete_marker }) => !delete_marker);
  const shown = there
    .slice(0, 1)
    .map(
      ({ key, at, etag, size }) =>
        `<Contents><Key>${xmlText(key)}</Key><LastModified>${at}</LastModified>` +
        `<ETag>&quot;${etag}&quot;</ETag><Size>${size}</Size></Contents>`,
    );
  const body =
    '<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">' +
    `<Name>${bucket.name}</Name><Prefix>${xmlText(asked.key)}</Prefix><MaxKeys>1</MaxKeys>` +
    `<KeyCount>${shown.length}</KeyCount><IsTruncated>${there.length > 1}</IsTruncated>${shown.join('')}` +
    '</ListBucketResult>';
  return { status: 200, headers: { 'content-type': 'application/xml' }, body };
};

/** The first versions of what lies under a prefix. */
export const listVersions = ({ bucket, asked, call }: ObjectCall): AwsAnswer => {
  const most = Number(new URL(call.url, 'http://s3').searchParams.get('max-keys') ?? 1000);
  const there = bucket.objects.versionsUnder(asked.key);
  const shown = there.slice(0, most).map((version) => {
    const { key, version_id, at, etag, size, delete_marker } = version;
    const latest = bucket.objects.newest(key) === version;
    const facts =
      `<Key>${xmlText(key)}</Key><VersionId>${version_id}</VersionId>` +
      `<IsLatest>${latest}</IsLatest><LastModified>${at}</LastModified>`;
    if (delete_marker) return `<DeleteMarker>${facts}</DeleteMarker>`;
    return `<Version>${facts}<ETag>&quot;${etag}&quot;</ETag><Size>${size}</Size></Version>`;
  });
  const body =
    '<?xml version="1.0" encoding="UTF-8"?>\n<ListVersionsResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">' +
    `<Name>${bucket.name}</Name><Prefix>${xmlText(asked.key)}</Prefix><MaxKeys>${most}</MaxKeys>` +
    `<IsTruncated>${there.length > most}</IsTruncated>${shown.join('')}</ListVersionsResult>`;
  return { status: 200, headers: { 'content-type': 'application/xml' }, body };
};

/** Hides an object behind a delete marker, or removes the version that is named for good. */
export const deleteObject = async ({ bucket, asked }: ObjectCall): Promise<AwsAnswer> => {
  const { key, version_id } = asked;
  if (version_id === undefined) {
    const facts = { key, etag: '', content_type: '', delete_marker: true };
    const marker = await bucket.objects.add(facts, Buffer.alloc(0), () => {});
    return { status: 204, headers: { 'x-amz-delete-marker': 'true', 'x-amz-version-id': marker.version_id }, body: '' };
  }
  const version = bucket.objects.find(key, version_id);
  if (version) bucket.objects.remove(version);
  return { status: 204, headers: { 'x-amz-version-id': version_id }, body: '' };
};

const existing = ({ objects }: Bucket, { key, version_id }: Asked): Version => {
  if (version_id !== undefined) {
    const version = objects.find(key, version_id);
    if (!version) throw new AwsError(404, 'NoSuchVersion', 'The specified version does not exist.', { Key: key });
    if (version.delete_marker)
      throw new AwsError(405, 'MethodNotAllowed', 'The specified method is not allowed against this resource.');
    return version;
  }
  const newest = objects.newest(key);
  if (newest && !newest.delete_marker) return newest;
  throw new AwsError(404, 'NoSuchKey', 'The specified key does not exist.', { Key: key });
};

const encryptionOf = ({ key }: Bucket): Record<string, string> =>
  key
    ? {
        'x-amz-server-side-encryption': 'aws:kms',
        'x-amz-server-side-encryption-aws-kms-key-id': key.arn,
        'x-amz-server-side-encryption-bucket-key-enabled': 'true',
      }
    : { 'x-amz-server-side-encryption': 'AES256' };
