import { ApiError } from '../api-error.ts';
import type { Durations } from '../durations.ts';
import type { Created, Updated } from '../transition.ts';

/** Where a document stands. */
export type DocumentStatus = 'awaiting_upload' | 'processing' | 'accepted' | 'rejected' | 'expired';
/** What happens to a document: its bytes arrive, they are found fit or not, or nobody sends any. */
export type DocumentTrigger = 'upload' | 'accept' | 'reject' | 'expire';

/** What the world is told of a document. */
export type DocumentEventType =
  | 'document.created'
  | 'document.processing'
  | 'document.accepted'
  | 'document.rejected'
  | 'document.expired';

type Transitions = Record<
  DocumentStatus,
  Partial<Record<DocumentTrigger, readonly [DocumentStatus, DocumentEventType]>>
>;

/**
 * The whole life of a document: [next status, what we tell the world]. A move not written here does not exist. What still
 * awaits its upload is accepted or rejected by a simulation only.
 */
export const documentTransitions: Transitions = {
  awaiting_upload: {
    upload: ['processing', 'document.processing'],
    accept: ['accepted', 'document.accepted'],
    reject: ['rejected', 'document.rejected'],
    expire: ['expired', 'document.expired'],
  },
  processing: { accept: ['accepted', 'document.accepted'], reject: ['rejected', 'document.rejected'] },
  accepted: {},
  rejected: {},
  expired: {},
};

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
  const detail = sides.length === 0 ? `A ${type} has no sides: omit it.` : `A ${type} has only a ${sides[0]}.`;
  return { code: 'invalid_value', detail } as const;
};

/** The side that a document shows: what was said, or the only one that its type has. */
export const sideShown = (type: DocumentType, side: DocumentSide | null): DocumentSide | null =>
  side ?? sidesOf[type][0] ?? null;

/** What the bytes may be. */
export const documentContentTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'application/pdf'] as const;
export type DocumentContentType = (typeof documentContentTypes)[number];

/** Why a document was rejected. */
export const documentRejections = [
  'content_type_mismatch',
  'unreadable',
  'too_small',
  'too_large',
  'password_protected',
] as const;
export type DocumentRejection = (typeof documentRejections)[number];

/** The bytes that were looked at: storage keeps every version, and this is the one a decision rests on. */
export type InspectedObject = {
  /** The version of the stored object. */
  readonly version_id: string;
  /** SHA-256 (hex) of its bytes. */
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
  readonly scheduled_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
};

/** What a business says of a document before it sends the bytes. */
export type DocumentInput = Pick<Document, 'type' | 'content_type' | 'size_bytes'> & {
  readonly [field in 'side' | 'file_name']?: Document[field] | undefined;
};

/** What the service adds when a document is announced. */
type Making = Pick<Document, 'id' | 'tenant_id' | 'customer_id'> & {
  readonly now: Date;
  readonly durations: Durations;
};

/** A new document, whose bytes are awaited. */
export const announceDocument = (
  said: DocumentInput,
  { now, durations, ...making }: Making,
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
    scheduled_at: nextLook({ created_at }, { now, durations }),
    created_at,
    updated_at: created_at,
    version: 1,
  };
  return { after, event: 'document.created' };
};

/** What a move brings along: why something was rejected, what was looked at, when to look again. */
type Bringing = Partial<Pick<Document, 'status_reason' | 'inspected' | 'scheduled_at'>>;

/** What happened to a document, which is then one version on. */
export type DocumentTransition = Updated<Document, DocumentEventType>;

/** The document after a fact; undefined where the table has no such move, as for whatever comes late or twice. */
export const transitionDocument = (
  document: Document,
  fact: DocumentTrigger,
  now: Date,
  bringing: Bringing = {},
): DocumentTransition | undefined => {
  const move = documentTransitions[document.status][fact];
  if (!move) return undefined;
  const [status, event] = move;
  const moved = { ...document, scheduled_at: null, ...bringing, status };
  const after = { ...moved, updated_at: now.toISOString(), version: document.version + 1 };
  return { before: document, after, event };
};

/** The refusal of what a document does not allow where it stands. */
export const documentNotAllowed = ({ status }: Document, allowed_actions: readonly string[] = []) =>
  new ApiError('action_not_allowed', { current_status: status, allowed_actions });

/** When a document was announced, ISO 8601. */
type Announced = { readonly created_at: string };

type Waiting = { readonly now: Date; readonly durations: Durations };

/** Whether nobody has sent the bytes in time. */
export const uploadExpired = ({ created_at }: Announced, { now, durations }: Waiting): boolean =>
  now.getTime() >= Date.parse(created_at) + durations.upload_ms;

/**
 * When an awaited upload is looked for next: the pauses double, so that one whose message was lost is found soon, and the
 * last look is the one that ends the wait.
 */
export const nextLook = ({ created_at }: Announced, { now, durations }: Waiting): string => {
  const created = Date.parse(created_at);
  const age = Math.max(2 * (now.getTime() - created), durations.upload_first_look_ms);
  return new Date(created + Math.min(age, durations.upload_ms)).toISOString();
};

/** When an inspection that was begun is begun again, should it not have come to its end. */
export const inspectedBy = ({ now, durations }: Waiting): string =>
  new Date(now.getTime() + durations.inspection_ms).toISOString();
