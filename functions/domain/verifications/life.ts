/** Where a verification stands. */
export type VerificationStatus = 'requires_input' | 'processing' | 'verified' | 'rejected' | 'canceled';
/** What a business may do with a verification. */
export type VerificationAction = 'submit' | 'cancel';
/** What else happens to it: somebody decides, or its customer is closed. */
export type VerificationFact = 'verify' | 'reject' | 'request_input' | 'close';

/** What the world is told of a verification. */
export type VerificationEventType =
  | 'verification.created'
  | 'verification.updated'
  | 'verification.processing'
  | 'verification.requires_input'
  | 'verification.verified'
  | 'verification.rejected'
  | 'verification.canceled';

type Move = readonly [VerificationStatus, VerificationEventType];
type Moves = Record<VerificationStatus, Partial<Record<VerificationAction | VerificationFact, Move>>>;

/** The whole life of a verification: [next status, what we tell the world]. A move not written here does not exist. */
export const verificationMoves: Moves = {
  requires_input: {
    submit: ['processing', 'verification.processing'],
    cancel: ['canceled', 'verification.canceled'],
    close: ['canceled', 'verification.canceled'],
  },
  processing: {
    verify: ['verified', 'verification.verified'],
    reject: ['rejected', 'verification.rejected'],
    request_input: ['requires_input', 'verification.requires_input'],
    close: ['canceled', 'verification.canceled'],
  },
  verified: {},
  rejected: {},
  canceled: {},
};
