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

/** What a link for the bytes of one document is bound to: storage refuses any other body. */
export type UploadDetails = {
  /** Where the bytes go; `objectKeyOf` makes it. */
  readonly key: string;
  readonly content_type: string;
  readonly size_bytes: number;
};

/** A link with which the bytes are sent, once: `curl -T file -H … url`. */
export type SignedUpload = {
  readonly method: 'PUT';
  /** Whoever has it may send the bytes, so it is never logged. */
  readonly url: string;
  /** Headers to be sent exactly so, besides the content-length that every client sends by itself. */
  readonly headers: Readonly<Record<string, string>>;
  /** ISO 8601. */
  readonly expires_at: string;
};

/** A link with which the bytes are looked at. */
export type SignedDownload = Pick<SignedUpload, 'url' | 'expires_at'>;

/** What storage says of bytes that it has. */
export type StoredObject = {
  /** Storage keeps every version; a decision names the one that it rests on. */
  readonly version_id: string;
  readonly size_bytes: number;
  readonly content_type: string;
};

/** Bytes of an object from position `first` to `last`, both counted from 0 and both included. */
export type ByteRange = { readonly first: number; readonly last: number };

/** Makes links. Nothing is called: a link is a signature, and may what its maker may. */
export type DocumentSigner = {
  /** A link that is good for 15 minutes from `at` on and for one upload. Permissions `documents: ['upload']`. */
  signUpload(conditions: UploadDetails, at: Date): Promise<SignedUpload>;
  /** A link to one version that is good for 5 minutes from `at` on. Permissions `documents: ['read_version']`. */
  signDownload(key: string, versionId: string, at: Date): Promise<SignedDownload>;
};

/** Looks at bytes that were uploaded; apart from the signer, which is a far smaller bundle. */
export type DocumentReader = {
  /**
   * The newest version under a key, or null where nobody has sent any. Permissions `documents: ['read', 'list']`: without the
   * right to list, storage answers what is missing as it answers what is forbidden.
   */
  look(key: string): Promise<StoredObject | null>;
  /** Whether anything lies under a key, to somebody who may not see it. Permissions `documents: ['find']`. */
  holds(key: string): Promise<boolean>;
  /** Bytes of one version; a range that reaches beyond the end gives what is there. Permissions `documents: ['read_version']`. */
  read(key: string, versionId: string, range: ByteRange): Promise<Buffer>;
};

/** Removes bytes for good. */
export type DocumentEraser = {
  /**
   * Removes some of what lies under a prefix, every version and delete marker, and says how many: none is left where it says
   * none. Permissions `documents: ['list_versions', 'delete_version']`.
   */
  erase(prefix: string): Promise<number>;
};

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
