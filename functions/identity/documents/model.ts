import { ApiError } from '../../core/api-error.ts';
import type { Durations } from '../../core/durations.ts';
import type { ReadonlyDeep } from '../../core/json.ts';
import type { Created, Updated } from '../../core/transition.ts';
import type { DocumentCreate, DocumentResource, Upload } from './schema.ts';
import {
  type DocumentEventType,
  type DocumentTrigger,
  documentTransitions,
  sideShown,
} from './states.ts';

/** The inspected bytes: storage keeps every version, and a decision rests on this one. */
export type InspectedObject = {
  /** The version of the stored object. */
  readonly version_id: string;
  /** SHA-256 (hex) of its bytes. */
  readonly sha256: string;
};

/** The members of its resource that are not stored. */
type Derived = 'object' | 'allowed_actions' | 'upload';

/** A document as stored: the fields of its resource, and what nobody outside sees. Times are ISO 8601. */
export type Document = ReadonlyDeep<Omit<DocumentResource, Derived>> & {
  readonly tenant_id: string;
  /** Null until the bytes were inspected. */
  readonly inspected: InspectedObject | null;
  /** The date for which `document.expiring` was emitted; null before. */
  readonly expiring_for: string | null;
  /** When it is looked at next; null once its status is final. */
  readonly scheduled_at: string | null;
};

/** The one projection from a stored document; events carry no link. */
export const toDocumentResource = (document: Document, upload: Upload | null): DocumentResource => {
  const {
    tenant_id: _tenant,
    inspected: _inspected,
    expiring_for: _for,
    scheduled_at: _scheduled,
    ...shown
  } = document;
  return { ...shown, object: 'document', allowed_actions: [], upload };
};

/** The members that the service adds to an announced document. */
type Origin = Pick<Document, 'id' | 'tenant_id' | 'customer_id'> & {
  readonly now: Date;
  readonly durations: Durations;
};

/** A new document, which awaits its upload. */
export const announceDocument = (
  { type, side, content_type, size_bytes, file_name, person_id }: DocumentCreate,
  { now, durations, ...ids }: Origin,
): Created<Document, DocumentEventType> => {
  const created_at = now.toISOString();
  const after: Document = {
    ...ids,
    person_id: person_id ?? null,
    type,
    side: sideShown(type, side ?? null),
    content_type,
    size_bytes,
    file_name: file_name ?? null,
    status: 'awaiting_upload',
    status_reason: null,
    expires_on: null,
    inspected: null,
    expiring_for: null,
    scheduled_at: nextLook({ created_at }, { now, durations }),
    created_at,
    updated_at: created_at,
    version: 1,
  };
  return { after, event: 'document.created' };
};

/**
 * The members that a transition sets besides: the reason, the date, the inspected object, the time
 * of the next look.
 */
type Also = Partial<Pick<Document, 'status_reason' | 'expires_on' | 'inspected' | 'scheduled_at'>>;

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
