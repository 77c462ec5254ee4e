import type { EventTypeOf } from '../../core/event-types.ts';
/** The status of a verification. */
export const verificationStatuses = [
  'requires_input',
  'processing',
  'verified',
  'rejected',
  'canceled',
] as const;
export type VerificationStatus = (typeof verificationStatuses)[number];

/** The actions of a business on a verification. */
export const verificationActionNames = ['submit', 'cancel'] as const;
export type VerificationAction = (typeof verificationActionNames)[number];
/** The other triggers: somebody decides, or its customer is closed. */
export type VerificationTrigger = 'verify' | 'reject' | 'request_input' | 'close';

/** The events of a verification. */
export type VerificationEventType = EventTypeOf<'verification'>;

type Transitions = Record<
  VerificationStatus,
  Partial<
    Record<
      VerificationAction | VerificationTrigger,
      readonly [VerificationStatus, VerificationEventType]
    >
  >
>;

/** The state machine of a verification: [next status, event]. A transition that is not in the table does not exist. */
export const verificationTransitions: Transitions = {
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

/** The actions that a status allows, whatever is still required. */
export const actionsOf = (status: VerificationStatus): VerificationAction[] =>
  verificationActionNames.filter((action) => verificationTransitions[status][action] !== undefined);

/** Whether nothing can happen to a verification any more. */
export const isFinal = ({ status }: { readonly status: VerificationStatus }): boolean =>
  Object.keys(verificationTransitions[status]).length === 0;

/** The evidence on which a verification made elsewhere may rest. */
export const evidenceTypes = [
  ...['government_id', 'selfie', 'liveness', 'proof_of_address', 'company_registration'],
  ...['electronic_id', 'database', 'in_person', 'other'],
] as const;
