import {
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { clientSettings } from '../client-settings.ts';
import { bounded } from '../time.ts';

/** The newest version of an object, and its tag, which names it in a condition. */
export type ReadObject = { readonly bytes: Buffer; readonly etag: string };

/** Objects of one bucket. */
export type StoredObjects = {
  /** The object under a key, or null. Permissions to get, and to list: without that, S3 answers 403 for a missing object. */
  get(key: string): Promise<ReadObject | null>;
  /**
   * Stores an object. `over` is the tag of the one that it replaces, null for the first, undefined for whichever is there. False:
   * another is there by now.
   */
  put(key: string, bytes: Buffer | string, over?: string | null): Promise<boolean>;
};

/** Objects of a bucket in S3. */
export const s3Objects = (Bucket: string): StoredObjects => {
  const client = bounded(new S3Client(clientSettings));
  return {
    get: async (Key) => {
      try {
        const { Body, ETag } = await client.send(new GetObjectCommand({ Bucket, Key }));
        if (Body === undefined || ETag === undefined)
          throw new Error('storage answered without an object');
        return { bytes: Buffer.from(await Body.transformToByteArray()), etag: ETag };
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    put: async (Key, Body, over) => {
      const condition =
        over === null ? { IfNoneMatch: '*' } : over === undefined ? {} : { IfMatch: over };
      try {
        await client.send(new PutObjectCommand({ Bucket, Key, Body, ...condition }));
        return true;
      } catch (error) {
        if (error instanceof S3ServiceException && lost.includes(error.name)) return false;
        throw error;
      }
    },
  };
};

/** The names in S3 of a write that came after another one. */
const lost = ['PreconditionFailed', 'ConditionalRequestConflict'];
