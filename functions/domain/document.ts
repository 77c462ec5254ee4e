import type { DocumentStatus } from './document-life.ts';

/** What a document shows, in the order of the reference. */
export const documentTypes = [
  'passport',
  'national_id',
  'drivers_license',
  'residence_permit',
  'proof_of_address',
  'selfie',
  'company_registration',
] as const;
export type DocumentType = (typeof documentTypes)[number];

/** The sides of a document that has two; a passport shows all on the first. */
export const documentSides = ['front', 'back'] as const;
export type DocumentSide = (typeof documentSides)[number];

/** What the bytes may be. */
export const documentContentTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const;
export type DocumentContentType = (typeof documentContentTypes)[number];

/** Why a document was rejected. */
export const documentRejections = ['content_type_mismatch', 'unreadable', 'too_small', 'password_protected'] as const;
export type DocumentRejection = (typeof documentRejections)[number];

/** The bytes that were looked at: storage keeps every version, and this is the one a decision rests on. */
export type InspectedObject = {
  /** The version of the stored object. */
  readonly version_id: string;
  /** SHA-256 (hex) of the bytes that were read of it. */
  readonly sha256: string;
};

/** A document as stored. Times are ISO 8601 with milliseconds. */
export type Document = {
  readonly id: string;
  readonly tenant_id: string;
  readonly customer_id: string;
  readonly type: DocumentType;
  /** Null where the type has no sides. */
  readonly side: DocumentSide | null;
  readonly content_type: DocumentContentType;
  readonly size_bytes: number;
  readonly file_name: string | null;
  readonly status: DocumentStatus;
  readonly status_reason: DocumentRejection | null;
  /** Null until the bytes were looked at. */
  readonly inspected: InspectedObject | null;
  /** When somebody must look after it; null once its status is final. */
  readonly due_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
};
