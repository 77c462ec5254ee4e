import { DeleteObjectCommand, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { clientSettings } from '../../runtime/client-settings.ts';
import { bounded } from '../../runtime/deadline.ts';
import type { DocumentEraser } from './document-storage.ts';

/** So many versions are removed at a time. */
const versions_max = 100;

/** Removes from the bucket of documents (`DOCUMENT_BUCKET`). */
export const s3DocumentEraser = (): DocumentEraser => {
  const client = bounded(new S3Client(clientSettings));
  const Bucket = process.env.DOCUMENT_BUCKET;
  return {
    erase: async (Prefix) => {
      const asked = new ListObjectVersionsCommand({ Bucket, Prefix, MaxKeys: versions_max });
      const { Versions = [], DeleteMarkers = [] } = await client.send(asked);
      const found = [...Versions, ...DeleteMarkers];
      await Promise.all(
        found.map(({ Key, VersionId }) => client.send(new DeleteObjectCommand({ Bucket, Key, VersionId }))),
      );
      return found.length;
    },
  };
};
