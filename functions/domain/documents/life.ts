/** Where a document stands. */
export type DocumentStatus = 'awaiting_upload' | 'processing' | 'accepted' | 'rejected' | 'expired';
/** What happens to a document: its bytes arrive, they are found fit or not, or nobody sends any. */
export type DocumentFact = 'upload' | 'accept' | 'reject' | 'expire';

/** What the world is told of a document. */
export type DocumentEventType =
  | 'document.created'
  | 'document.processing'
  | 'document.accepted'
  | 'document.rejected'
  | 'document.expired';

type Moves = Record<DocumentStatus, Partial<Record<DocumentFact, readonly [DocumentStatus, DocumentEventType]>>>;

/**
 * The whole life of a document: [next status, what we tell the world]. A move not written here does not exist. What still
 * awaits its upload is accepted or rejected by a simulation only.
 */
export const documentMoves: Moves = {
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
