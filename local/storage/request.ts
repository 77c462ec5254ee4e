import type { Access, AwsCall } from '../aws-service.ts';
import { AwsError } from '../errors.ts';
import { keyAccess } from '../kms/keys.ts';
import type { S3Bucket } from './buckets.ts';
import { notImplemented } from './checksums.ts';
import { type Head, objectPathOf, queryOf } from './signature.ts';

/** A request for one object; for a list, of objects or of versions, the key is its prefix. */
export type ObjectRequest = {
  readonly bucket: string;
  readonly key: string;
  readonly version_id?: string;
};

/** The operation's name; `Unknown` for what local/ does not serve. */
export const operationOf = (head: Head): string => {
  const list = listIn(head);
  if (list) return list;
  const known = Object.hasOwn(operations, head.method) ? operations[head.method] : undefined;
  const isKnown = queryOf(head).every(([name]) => /^(versionId|x-id|x-amz-.*)$/i.test(name));
  return known !== undefined && isKnown && /^\/[^/]+\/./s.test(objectPathOf(head))
    ? known
    : 'Unknown';
};

/** Lists have one page: whether there is an object under a prefix, and the first versions, for who removes them. */
const listIn = (head: Head): string | undefined => {
  if (head.method !== 'GET' || !/^\/[^/]+\/?$/.test(objectPathOf(head))) return undefined;
  const query = new Map(queryOf(head));
  const hasOnly = (names: RegExp): boolean => [...query.keys()].every((name) => names.test(name));
  const isFirst = query.get('list-type') === '2' && query.get('max-keys') === '1';
  if (isFirst && hasOnly(/^(list-type|prefix|max-keys|x-id|x-amz-.*)$/i)) return 'ListObjectsV2';
  const ofVersions =
    query.has('versions') && hasOnly(/^(versions|prefix|max-keys|x-id|x-amz-.*)$/i);
  return ofVersions ? 'ListObjectVersions' : undefined;
};

const operations: Readonly<Record<string, string>> = {
  PUT: 'PutObject',
  GET: 'GetObject',
  HEAD: 'HeadObject',
  DELETE: 'DeleteObject',
};

/** The bucket is first in the path; throws what S3 answers to a key that is too long, and NotImplemented. */
export const objectRequestOf = (head: Head & { readonly operation: string }): ObjectRequest => {
  if (head.operation === 'Unknown')
    throw notImplemented(`${head.method} ${head.url.split('?')[0]}`);
  const unknown = Object.keys(head.headers).find(
    (name) => name.startsWith('x-amz-') && !knownHeaders.test(name),
  );
  if (unknown) throw notImplemented(unknown);
  const [, bucket = '', named = ''] = /^\/([^/]+)\/?(.*)$/s.exec(objectPathOf(head)) ?? [];
  const lists = head.operation === 'ListObjectsV2' || head.operation === 'ListObjectVersions';
  const key = lists ? (new Map(queryOf(head)).get('prefix') ?? '') : named;
  if (Buffer.byteLength(key) > key_bytes_max)
    throw new AwsError(400, 'KeyTooLongError', 'Your key is too long');
  const version_id = new Map(queryOf(head)).get('versionId');
  return { bucket, key, ...(version_id !== undefined && { version_id }) };
};

const key_bytes_max = 1024;

const knownHeaders =
  /^x-amz-(content-sha256|date|security-token|user-agent|checksum-.*|sdk-checksum-algorithm)$/;

/**
 * The permissions that IAM must allow: the operation on the object, and the use of the bucket's key
 * by way of S3. To learn that an object does not exist, a caller also needs to list the bucket.
 */
export const accessesOf = (
  bucket: S3Bucket,
  request: ObjectRequest,
  { operation, headers }: AwsCall,
): Access[] => {
  if (operation === 'ListObjectsV2')
    return [
      { action: 's3:ListBucket', resource: bucket.arn, context: { 's3:prefix': request.key } },
    ];
  if (operation === 'ListObjectVersions')
    return [
      {
        action: 's3:ListBucketVersions',
        resource: bucket.arn,
        context: { 's3:prefix': request.key },
      },
    ];
  const action = actionOf(operation, request.version_id !== undefined);
  const own = { action, resource: `${bucket.arn}/${request.key}` };
  const reads = operation === 'GetObject' || operation === 'HeadObject';
  if (reads && !exists(bucket, request))
    return [own, { action: 's3:ListBucket', resource: bucket.arn }];
  if (reads) return [own, ...usesKey(bucket, 'kms:Decrypt')];
  if (operation !== 'PutObject') return [own];
  const { 'if-none-match': noneMatch, 'if-match': match } = headers;
  const conditional =
    noneMatch === undefined ? own : { ...own, context: { 's3:if-none-match': noneMatch } };
  // A condition on what is there reads it.
  const compared = match === undefined ? [] : [{ ...own, action: 's3:GetObject' }];
  return [conditional, ...compared, ...usesKey(bucket, 'kms:GenerateDataKey')];
};

const actionOf = (operation: string, versioned: boolean): string => {
  if (operation === 'PutObject') return 's3:PutObject';
  const name = operation === 'DeleteObject' ? 's3:DeleteObject' : 's3:GetObject';
  return versioned ? `${name}Version` : name;
};

const exists = ({ objects }: S3Bucket, { key, version_id }: ObjectRequest): boolean => {
  const version = version_id === undefined ? objects.newest(key) : objects.find(key, version_id);
  return version !== undefined && !version.delete_marker;
};

const usesKey = ({ key, arn }: S3Bucket, action: string): Access[] => {
  if (!key) return [];
  const context = {
    'kms:EncryptionContextKeys': ['aws:s3:arn'],
    'kms:EncryptionContext:aws:s3:arn': arn,
  };
  return [keyAccess(key, action, 's3', context)];
};
