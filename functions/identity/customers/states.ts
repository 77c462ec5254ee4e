import type { EventTypeOf } from '../../core/event-types.ts';
import { type Job, newJob } from '../../core/job.ts';

/** Every status of a customer. */
export const customerStatuses = ['active', 'suspended', 'closed'] as const;
/** Where a customer stands. */
export type CustomerStatus = (typeof customerStatuses)[number];
/** The actions of a business on its customer. */
export type CustomerAction = 'suspend' | 'reactivate' | 'close';
/** The same, and what is asked for once its customer is closed, which moves it nowhere. */
export const customerActionNames = ['suspend', 'reactivate', 'close', 'redact'] as const;

/** Where somebody's verifications may stand together. */
export const summaryStatuses = ['unverified', 'pending', 'verified', 'rejected'] as const;

/** The events of a customer. */
export type CustomerEventType = Exclude<EventTypeOf<'customer'>, 'customer.onboarding_completed'>;

type Transitions = Record<
  CustomerStatus,
  Partial<Record<CustomerAction, readonly [CustomerStatus, CustomerEventType]>>
>;

/** The state machine of a customer: [next state, event]. There are no other transitions. */
export const customerTransitions: Transitions = {
  active: { suspend: ['suspended', 'customer.suspended'], close: ['closed', 'customer.closed'] },
  suspended: {
    reactivate: ['active', 'customer.reactivated'],
    close: ['closed', 'customer.closed'],
  },
  closed: {},
};

/** The actions that a customer allows now, as path segments. */
export const customerActions = (
  status: CustomerStatus,
  redaction: object | null = null,
): (typeof customerActionNames)[number][] => {
  const moves = Object.keys(customerTransitions[status]) as CustomerAction[];
  return status === 'closed' && redaction === null ? [...moves, 'redact'] : moves;
};

/** The legal forms of a business. */
export const entityTypes = [
  'sole_proprietorship',
  'partnership',
  'private_company',
  'public_company',
  'nonprofit',
  'trust',
  'public_body',
  'other',
] as const;

/** Why a business need not list its owners. */
export const ownershipExemptions = ['regulated', 'listed', 'public_body', 'other'] as const;

/** The status of a redaction: not started, in progress, or finished. */
export const redactionStatuses = ['pending', 'running', 'done'] as const;

/** The job that removes what is known of a closed customer, as its customer carries it. Times are ISO 8601. */
export type Redaction = Job & {
  readonly status: (typeof redactionStatuses)[number];
  /** Since when it stands there. */
  readonly since: string;
  /** So many items, objects and records were emptied or removed so far. */
  readonly erased: number;
};

/** A redaction that was just asked for, due now. */
export const newRedaction = (
  { token, last_pass_after_ms }: { readonly token: string; readonly last_pass_after_ms: number },
  now: Date,
): Redaction => ({
  ...newJob(token, now),
  status: 'pending',
  since: now.toISOString(),
  erased: 0,
  last_pass_after_ms,
});

/** The redaction as it goes on, or as it is over where nothing is left. */
export const redactionAfter = (
  read: Redaction,
  next: Redaction | undefined,
  now: Date,
): Redaction => {
  const status = next ? 'running' : 'done';
  const since = read.status === status ? read.since : now.toISOString();
  return { ...(next ?? { ...read, pass: null, held_until: null }), status, since };
};
