/** What a link for the bytes of one document is bound to: storage refuses any other body. */
export type UploadFacts = {
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
  /** A link that is good for 15 minutes from `at` on and for one upload. Needs `documents: ['upload']`. */
  signUpload(facts: UploadFacts, at: Date): Promise<SignedUpload>;
  /** A link to one version that is good for 5 minutes from `at` on. Needs `documents: ['read_version']`. */
  signDownload(key: string, versionId: string, at: Date): Promise<SignedDownload>;
};

/** Looks at bytes that were uploaded; apart from the signer, which is a far smaller bundle. */
export type DocumentReader = {
  /**
   * The newest version under a key, or null where nobody has sent any. Needs `documents: ['read', 'list']`: without the
   * right to list, storage answers what is missing as it answers what is forbidden.
   */
  look(key: string): Promise<StoredObject | null>;
  /** Whether anything lies under a key, to somebody who may not see it. Needs `documents: ['find']`. */
  holds(key: string): Promise<boolean>;
  /** Bytes of one version; a range that reaches beyond the end gives what is there. Needs `documents: ['read_version']`. */
  read(key: string, versionId: string, range: ByteRange): Promise<Buffer>;
};

/** What wakes the inspection of a document: its bytes have come, or it is due. A hint; storage is the truth. */
export type DocumentNotice = { readonly key: string };

/** Removes bytes for good. */
export type DocumentEraser = {
  /**
   * Removes some of what lies under a prefix, every version and delete marker, and says how many: none is left where it says
   * none. Needs `documents: ['list_versions', 'delete_version']`.
   */
  erase(prefix: string): Promise<number>;
};
