import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  NotFound,
  S3Client,
} from '@aws-sdk/client-s3';
import { clientSettings } from '../client-settings.ts';
import { bounded } from '../time.ts';

/** The details that an upload link is bound to: S3 rejects any other body. */
export type UploadDetails = {
  /** The key of the object, from `objectKeyOf`. */
  readonly key: string;
  readonly content_type: string;
  readonly size_bytes: number;
};

/** A link for one upload: `curl -T file -H … url`. */
export type SignedUpload = {
  readonly method: 'PUT';
  /** It authorises the upload, so it is never logged. */
  readonly url: string;
  /** Headers to send exactly, besides the content-length that every client sends. */
  readonly headers: Readonly<Record<string, string>>;
  /** ISO 8601. */
  readonly expires_at: string;
};

/** A link for a download. */
export type SignedDownload = Pick<SignedUpload, 'url' | 'expires_at'>;

/** The metadata of a stored object. */
export type StoredObject = {
  /** S3 keeps every version; a decision names its version. */
  readonly version_id: string;
  readonly size_bytes: number;
  readonly content_type: string;
};

/** Creates links without a call: a link is a signature with the permissions of its signer. */
export type DocumentSigner = {
  /** A link for one upload, valid for 15 minutes from `at` on. Permissions `documents: ['upload']`. */
  signUpload(conditions: UploadDetails, at: Date): Promise<SignedUpload>;
  /** A link to one version, valid for 5 minutes from `at` on. Permissions `documents: ['read_version']`. */
  signDownload(key: string, versionId: string, at: Date): Promise<SignedDownload>;
};

/** Reads uploaded objects; apart from the signer, which is a far smaller bundle. */
export type DocumentReader = {
  /**
   * The newest version under a key, or null without an upload. Permissions `documents: ['read', 'list']`: without `list`, S3
   * answers 403 for a missing object.
   */
  look(key: string): Promise<StoredObject | null>;
  /** Whether a key has an object, without reading it. Permissions `documents: ['find']`. */
  holds(key: string): Promise<boolean>;
  /** The bytes of one version. Permissions `documents: ['read_version']`. */
  read(key: string, versionId: string): Promise<Buffer>;
};

/** Deletes objects for good. */
export type DocumentEraser = {
  /**
   * Deletes some versions and delete markers under a prefix, and returns their number: 0 when nothing is left. Permissions `documents: ['list_versions', 'delete_version']`.
   */
  erase(prefix: string): Promise<number>;
};

/** Reads the bucket of documents (`DOCUMENT_BUCKET`). */
export const s3DocumentReader = (): DocumentReader => {
  const client = bounded(
    new S3Client({
      ...clientSettings,
      // Uploads come from outside without a checksum.
      responseChecksumValidation: 'WHEN_REQUIRED',
    }),
  );
  const Bucket = process.env.DOCUMENT_BUCKET;
  return {
    look: async (Key) => {
      try {
        const { VersionId, ContentLength, ContentType } = await client.send(
          new HeadObjectCommand({ Bucket, Key }),
        );
        if (VersionId === undefined || ContentLength === undefined)
          throw new Error('the bucket keeps no versions');
        return {
          version_id: VersionId,
          size_bytes: ContentLength,
          content_type: ContentType ?? '',
        };
      } catch (error) {
        if (error instanceof NotFound) return null;
        throw error;
      }
    },
    holds: async (Prefix) => {
      const { Contents = [] } = await client.send(
        new ListObjectsV2Command({ Bucket, Prefix, MaxKeys: 1 }),
      );
      return Contents.some(({ Key }) => Key === Prefix);
    },
    read: async (Key, VersionId) => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, VersionId }));
      if (Body === undefined) throw new Error('storage answered without bytes');
      const { buffer, byteOffset, byteLength } = await Body.transformToByteArray();
      return Buffer.from(buffer, byteOffset, byteLength);
    },
  };
};

/** Versions in one deletion. */
const versions_max = 100;

/** Deletes from the bucket of documents (`DOCUMENT_BUCKET`). */
export const s3DocumentEraser = (): DocumentEraser => {
  const client = bounded(new S3Client(clientSettings));
  const Bucket = process.env.DOCUMENT_BUCKET;
  return {
    erase: async (Prefix) => {
      const asked = new ListObjectVersionsCommand({ Bucket, Prefix, MaxKeys: versions_max });
      const { Versions = [], DeleteMarkers = [] } = await client.send(asked);
      const found = [...Versions, ...DeleteMarkers];
      await Promise.all(
        found.map(({ Key, VersionId }) =>
          client.send(new DeleteObjectCommand({ Bucket, Key, VersionId })),
        ),
      );
      return found.length;
    },
  };
};
