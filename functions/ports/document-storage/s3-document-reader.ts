import { GetObjectCommand, HeadObjectCommand, ListObjectsV2Command, NotFound, S3Client } from '@aws-sdk/client-s3';
import { clientSettings } from '../../runtime/client-settings.ts';
import { bounded } from '../../runtime/deadline.ts';
import type { DocumentReader } from './document-storage.ts';

/** Reads the bucket of documents (`DOCUMENT_BUCKET`). */
export const s3DocumentReader = (): DocumentReader => {
  const client = bounded(
    new S3Client({
      ...clientSettings,
      // Uploads come from outside without a checksum, and a range has none.
      responseChecksumValidation: 'WHEN_REQUIRED',
    }),
  );
  const Bucket = process.env.DOCUMENT_BUCKET;
  return {
    look: async (Key) => {
      try {
        const { VersionId, ContentLength, ContentType } = await client.send(new HeadObjectCommand({ Bucket, Key }));
        if (VersionId === undefined || ContentLength === undefined) throw new Error('the bucket keeps no versions');
        return { version_id: VersionId, size_bytes: ContentLength, content_type: ContentType ?? '' };
      } catch (error) {
        if (error instanceof NotFound) return null;
        throw error;
      }
    },
    holds: async (Prefix) => {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix, MaxKeys: 1 }));
      return Contents.some(({ Key }) => Key === Prefix);
    },
    read: async (Key, VersionId, { first, last }) => {
      const asked = new GetObjectCommand({ Bucket, Key, VersionId, Range: `bytes=${first}-${last}` });
      const { Body } = await client.send(asked);
      if (Body === undefined) throw new Error('storage answered without bytes');
      return Buffer.from(await Body.transformToByteArray());
    },
  };
};
