import { AwsError } from '../aws-error.ts';
import { type Head, pathOf, queryOf } from './canonical.ts';
import { notImplemented } from './checksums.ts';

/** A request for one object, as it was understood; of a list, of objects or of versions, the key is its prefix. */
export type Asked = { readonly bucket: string; readonly key: string; readonly version_id?: string };

/** What S3 calls it; `Unknown` is for what is not served here. */
export const operationOf = (head: Head): string => {
  if (isList(head)) return 'ListObjectsV2';
  if (isListOfVersions(head)) return 'ListObjectVersions';
  const known = Object.hasOwn(operations, head.method) ? operations[head.method] : undefined;
  const understood = queryOf(head).every(([name]) => /^(versionId|x-id|x-amz-.*)$/i.test(name));
  return known !== undefined && understood && /^\/[^/]+\/./s.test(pathOf(head)) ? known : 'Unknown';
};

/** Only the first of what lies under a prefix is served: enough to tell whether an object is there. */
const isList = (head: Head): boolean => {
  const query = new Map(queryOf(head));
  const understood = [...query.keys()].every((name) => /^(list-type|prefix|max-keys|x-id|x-amz-.*)$/i.test(name));
  return (
    head.method === 'GET' &&
    /^\/[^/]+\/?$/.test(pathOf(head)) &&
    understood &&
    query.get('list-type') === '2' &&
    query.get('max-keys') === '1'
  );
};

/** The first of all versions under a prefix, as many as are asked for: nobody who removes what is listed asks for the rest. */
const isListOfVersions = (head: Head): boolean => {
  const query = new Map(queryOf(head));
  const understood = [...query.keys()].every((name) => /^(versions|prefix|max-keys|x-id|x-amz-.*)$/i.test(name));
  return head.method === 'GET' && /^\/[^/]+\/?$/.test(pathOf(head)) && understood && query.has('versions');
};

const operations: Readonly<Record<string, string>> = {
  PUT: 'PutObject',
  GET: 'GetObject',
  HEAD: 'HeadObject',
  DELETE: 'DeleteObject',
};

/** The bucket stands first in the path; throws what S3 answers to a key that is too long, and NotImplemented. */
export const askedOf = (head: Head & { readonly operation: string }): Asked => {
  if (head.operation === 'Unknown') throw notImplemented(`${head.method} ${head.url.split('?')[0]}`);
  const strange = Object.keys(head.headers).find((name) => name.startsWith('x-amz-') && !understood.test(name));
  if (strange) throw notImplemented(strange);
  const [, bucket = '', named = ''] = /^\/([^/]+)\/?(.*)$/s.exec(pathOf(head)) ?? [];
  const lists = head.operation === 'ListObjectsV2' || head.operation === 'ListObjectVersions';
  const key = lists ? (new Map(queryOf(head)).get('prefix') ?? '') : named;
  if (Buffer.byteLength(key) > key_bytes_max) throw new AwsError(400, 'KeyTooLongError', 'Your key is too long');
  const version_id = new Map(queryOf(head)).get('versionId');
  return { bucket, key, ...(version_id !== undefined && { version_id }) };
};

const key_bytes_max = 1024;

const understood = /^x-amz-(content-sha256|date|security-token|user-agent|checksum-.*|sdk-checksum-algorithm)$/;
