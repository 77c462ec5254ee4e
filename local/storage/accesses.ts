import type { Access, AwsCall } from '../aws-service.ts';
import type { Asked } from './asked.ts';
import type { Bucket } from './buckets.ts';

/**
 * What IAM must allow: the operation on the object, the use of the bucket's key by way of S3, and, to learn that
 * something is not there, to list the bucket.
 */
export const accessesOf = (bucket: Bucket, asked: Asked, { operation, headers }: AwsCall): Access[] => {
  if (operation === 'ListObjectsV2')
    return [{ action: 's3:ListBucket', resource: bucket.arn, context: { 's3:prefix': asked.key } }];
  if (operation === 'ListObjectVersions')
    return [{ action: 's3:ListBucketVersions', resource: bucket.arn, context: { 's3:prefix': asked.key } }];
  const action = actionOf(operation, asked.version_id !== undefined);
  const own = { action, resource: `${bucket.arn}/${asked.key}` };
  const reads = operation === 'GetObject' || operation === 'HeadObject';
  if (reads && !isThere(bucket, asked)) return [own, { action: 's3:ListBucket', resource: bucket.arn }];
  if (reads) return [own, ...usesKey(bucket, 'kms:Decrypt')];
  if (operation !== 'PutObject') return [own];
  const { 'if-none-match': noneMatch } = headers;
  const conditional = noneMatch === undefined ? own : { ...own, context: { 's3:if-none-match': noneMatch } };
  return [conditional, ...usesKey(bucket, 'kms:GenerateDataKey')];
};

const actionOf = (operation: string, versioned: boolean): string => {
  if (operation === 'PutObject') return 's3:PutObject';
  const name = operation === 'DeleteObject' ? 's3:DeleteObject' : 's3:GetObject';
  return versioned ? `${name}Version` : name;
};

const isThere = ({ objects }: Bucket, { key, version_id }: Asked): boolean => {
  const version = version_id === undefined ? objects.newest(key) : objects.find(key, version_id);
  return version !== undefined && !version.delete_marker;
};

const usesKey = ({ key, arn, region }: Bucket, action: string): Access[] => {
  if (!key) return [];
  const context = {
    'kms:ViaService': `s3.${region}.amazonaws.com`,
    'kms:ResourceAliases': key.aliases,
    'kms:EncryptionContextKeys': ['aws:s3:arn'],
    'kms:EncryptionContext:aws:s3:arn': arn,
  };
  return [{ action, resource: key.arn, context }];
};
