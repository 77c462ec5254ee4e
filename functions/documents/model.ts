import { ApiError } from '../api-error.ts';
import type { Durations } from '../durations.ts';
import type { ReadonlyDeep } from '../json.ts';
import type { Created, Updated } from '../transition.ts';
import type { DocumentCreate, DocumentResource } from './schema.ts';

/** Every status of a document. */
export const documentStatuses = ['awaiting_upload', 'processing', 'accepted', 'rejected', 'expired'] as const;
export type DocumentStatus = (typeof documentStatuses)[number];
/** What happens to a document: its bytes arrive, they are accepted or rejected, or the upload expires. */
export type DocumentTrigger = 'upload' | 'accept' | 'reject' | 'expire';

/** The events of a document. */
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
 * The state machine of a document: [next status, event]. There are no other transitions. Only a simulation accepts or
 * rejects a document that awaits its upload.
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

/** The types of documents, in the order of the reference. */
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

/** What is wrong with the side of a document of this type, given or not; undefined where nothing is. */
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

/** The side that a document shows: the given one, or the only one that its type has. */
export const sideShown = (type: DocumentType, side: DocumentSide | null): DocumentSide | null =>
  side ?? sidesOf[type][0] ?? null;

/** The types of files that are taken. */
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

/** The inspected bytes: storage keeps every version, and a decision rests on this one. */
export type InspectedObject = {
  /** The version of the stored object. */
  readonly version_id: string;
  /** SHA-256 (hex) of its bytes. */
  readonly sha256: string;
};

/** What its resource shows that is not stored. */
type Derived = 'object' | 'allowed_actions' | 'upload';

/** A document as stored: the fields of its resource, and what nobody outside sees. Times are ISO 8601. */
export type Document = ReadonlyDeep<Omit<DocumentResource, Derived>> & {
  readonly tenant_id: string;
  /** Null until the bytes were inspected. */
  readonly inspected: InspectedObject | null;
  /** When it is looked at next; null once its status is final. */
  readonly scheduled_at: string | null;
};

/** What the service adds to an announced document. */
type Origin = Pick<Document, 'id' | 'tenant_id' | 'customer_id'> & {
  readonly now: Date;
  readonly durations: Durations;
};

/** A new document, which awaits its upload. */
export const announceDocument = (
  { type, side, content_type, size_bytes, file_name }: DocumentCreate,
  { now, durations, ...ids }: Origin,
): Created<Document, DocumentEventType> => {
  const created_at = now.toISOString();
  const after: Document = {
    ...ids,
    type,
    side: sideShown(type, side ?? null),
    content_type,
    size_bytes,
    file_name: file_name ?? null,
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

/** What a transition sets besides: the reason, the inspected object, the time of the next look. */
type Also = Partial<Pick<Document, 'status_reason' | 'inspected' | 'scheduled_at'>>;

/** A changed document, one version higher. */
export type DocumentTransition = Updated<Document, DocumentEventType>;

/** The document after a trigger; undefined where the table has no such transition, as for a trigger that is late or repeated. */
export const transitionDocument = (
  document: Document,
  trigger: DocumentTrigger,
  now: Date,
  also: Also = {},
): DocumentTransition | undefined => {
  const transition = documentTransitions[document.status][trigger];
  if (!transition) return undefined;
  const [status, event] = transition;
  const changed = { ...document, scheduled_at: null, ...also, status };
  const after = { ...changed, updated_at: now.toISOString(), version: document.version + 1 };
  return { before: document, after, event };
};

/** The error for an action that the status of a document does not allow. */
export const documentNotAllowed = ({ status }: Document, allowed_actions: readonly string[] = []) =>
  new ApiError('action_not_allowed', { current_status: status, allowed_actions });

/** When a document was announced, ISO 8601. */
type Announced = { readonly created_at: string };

type Waiting = { readonly now: Date; readonly durations: Durations };

/** Whether the bytes did not arrive in time. */
export const uploadExpired = ({ created_at }: Announced, { now, durations }: Waiting): boolean =>
  now.getTime() >= Date.parse(created_at) + durations.upload_ms;

/**
 * When an awaited upload is looked for next. The pauses double, so an upload whose message was lost is found soon, and the
 * last look expires the document.
 */
export const nextLook = ({ created_at }: Announced, { now, durations }: Waiting): string => {
  const created = Date.parse(created_at);
  const age = Math.max(2 * (now.getTime() - created), durations.upload_first_look_ms);
  return new Date(created + Math.min(age, durations.upload_ms)).toISOString();
};

/** When an inspection that did not finish starts again. */
export const inspectedBy = ({ now, durations }: Waiting): string =>
  new Date(now.getTime() + durations.inspection_ms).toISOString();
