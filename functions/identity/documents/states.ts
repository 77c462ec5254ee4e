import type { EventTypeOf } from '../../core/event-types.ts';
/** Every status of a document. */
export const documentStatuses = [
  'awaiting_upload',
  'processing',
  'accepted',
  'rejected',
  'expired',
] as const;
export type DocumentStatus = (typeof documentStatuses)[number];
/**
 * The triggers of a document's transitions: its bytes arrive, they are accepted or rejected, the
 * upload expires, or its own last day is over.
 */
export type DocumentTrigger = 'upload' | 'accept' | 'reject' | 'expire' | 'lapse';

/** The events of a document. */
export type DocumentEventType = EventTypeOf<'document'>;

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
  processing: {
    accept: ['accepted', 'document.accepted'],
    reject: ['rejected', 'document.rejected'],
  },
  accepted: { lapse: ['expired', 'document.expired'] },
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

/**
 * The fault of the side of a document of this type, given or not; undefined where there is none.
 */
export const sideFault = (type: DocumentType, side: DocumentSide | null) => {
  const sides = sidesOf[type];
  if (side === null)
    return sides.length > 1
      ? ({ code: 'required', detail: `Say which side of the ${type} it is.` } as const)
      : undefined;
  if (sides.includes(side)) return undefined;
  const detail =
    sides.length === 0 ? `A ${type} has no sides: omit it.` : `A ${type} has only a ${sides[0]}.`;
  return { code: 'invalid_value', detail } as const;
};

/** The side that a document shows: the given one, or the only one that its type has. */
export const sideShown = (type: DocumentType, side: DocumentSide | null): DocumentSide | null =>
  side ?? sidesOf[type][0] ?? null;

/** The types of files that are taken. */
export const documentContentTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/heic',
  'application/pdf',
] as const;
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
