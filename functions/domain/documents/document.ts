import { ApiError } from '../api-error.ts';
import type { Created, Moved } from '../transition.ts';
import { nextLook } from './due.ts';
import { type DocumentEventType, type DocumentFact, type DocumentStatus, documentMoves } from './life.ts';

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

/** The sides that a document of a type is sent as, one upload each; none: it has no sides. */
export const sidesOf: Readonly<Record<DocumentType, readonly DocumentSide[]>> = {
  passport: ['front'],
  national_id: ['front', 'back'],
  drivers_license: ['front', 'back'],
  residence_permit: ['front', 'back'],
  proof_of_address: [],
  selfie: [],
  company_registration: [],
};

/** What is wrong with a side that was said, or not said, of a type; undefined where nothing is. */
export const sideFault = (type: DocumentType, side: DocumentSide | null) => {
  const sides = sidesOf[type];
  if (side === null)
    return sides.length > 1
      ? ({ code: 'required', detail: `Say which side of the ${type} it is.` } as const)
      : undefined;
  if (sides.includes(side)) return undefined;
  const detail = sides.length === 0 ? `A ${type} has no sides: leave it out.` : `A ${type} has only a ${sides[0]}.`;
  return { code: 'invalid_value', detail } as const;
};

/** The side that a document shows: what was said, or the only one that its type has. */
export const sideShown = (type: DocumentType, side: DocumentSide | null): DocumentSide | null =>
  side ?? sidesOf[type][0] ?? null;

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

/** What a business says of a document before it sends the bytes. */
export type DocumentInput = Pick<Document, 'type' | 'content_type' | 'size_bytes'> & {
  readonly [field in 'side' | 'file_name']?: Document[field] | undefined;
};

/** What the service adds when a document is announced. */
type Making = Pick<Document, 'id' | 'tenant_id' | 'customer_id'> & { readonly now: Date; readonly waitDivisor: number };

/** A new document, whose bytes are awaited. */
export const announceDocument = (
  said: DocumentInput,
  { now, waitDivisor, ...making }: Making,
): Created<Document, DocumentEventType> => {
  const created_at = now.toISOString();
  const after: Document = {
    ...making,
    type: said.type,
    side: sideShown(said.type, said.side ?? null),
    content_type: said.content_type,
    size_bytes: said.size_bytes,
    file_name: said.file_name ?? null,
    status: 'awaiting_upload',
    status_reason: null,
    inspected: null,
    due_at: nextLook({ created_at }, { now, waitDivisor }),
    created_at,
    updated_at: created_at,
    version: 1,
  };
  return { after, event: 'document.created' };
};

/** What a move brings along: why something was rejected, what was looked at, when to look again. */
type Bringing = Partial<Pick<Document, 'status_reason' | 'inspected' | 'due_at'>>;

/** What happened to a document, which is then one version on. */
export type DocumentMove = Moved<Document, DocumentEventType>;

/** The document after a fact; undefined where the table has no such move, as for whatever comes late or twice. */
export const moveDocument = (
  document: Document,
  fact: DocumentFact,
  now: Date,
  bringing: Bringing = {},
): DocumentMove | undefined => {
  const move = documentMoves[document.status][fact];
  if (!move) return undefined;
  const [status, event] = move;
  const moved = { ...document, due_at: null, ...bringing, status };
  const after = { ...moved, updated_at: now.toISOString(), version: document.version + 1 };
  return { before: document, after, event };
};

/** The refusal of what a document does not allow where it stands. */
export const documentNotAllowed = ({ status }: Document, allowed_actions: readonly string[] = []) =>
  new ApiError('action_not_allowed', { current_status: status, allowed_actions });
