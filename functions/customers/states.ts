/** Every status of a customer. */
export const customerStatuses = ['active', 'suspended', 'closed'] as const;
/** Where a customer stands. */
export type CustomerStatus = (typeof customerStatuses)[number];
/** What a business may do with its customer. */
export type CustomerAction = 'suspend' | 'reactivate' | 'close';
/** The same, and what is asked for once its customer is closed, which moves it nowhere. */
export const customerActionNames = ['suspend', 'reactivate', 'close', 'redact'] as const;

/** The events of a customer. */
export type CustomerEventType =
  | 'customer.created'
  | 'customer.updated'
  | 'customer.suspended'
  | 'customer.reactivated'
  | 'customer.closed'
  | 'customer.redacted';

type Transitions = Record<
  CustomerStatus,
  Partial<Record<CustomerAction, readonly [CustomerStatus, CustomerEventType]>>
>;

/** The state machine of a customer: [next state, event]. There are no other transitions. */
export const customerTransitions: Transitions = {
  active: { suspend: ['suspended', 'customer.suspended'], close: ['closed', 'customer.closed'] },
  suspended: { reactivate: ['active', 'customer.reactivated'], close: ['closed', 'customer.closed'] },
  closed: {},
};

/** What may be done with a customer now, as path segments. */
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
