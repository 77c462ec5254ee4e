/** Every status of a customer. */
export const customerStatuses = ['active', 'suspended', 'closed'] as const;
/** Where a customer stands. */
export type CustomerStatus = (typeof customerStatuses)[number];
/** What a business may do with its customer. */
export type CustomerAction = 'suspend' | 'reactivate' | 'close';
/** The same, and what is asked for once its customer is closed, which moves it nowhere. */
export const customerActionNames = ['suspend', 'reactivate', 'close', 'redact'] as const;

/** What the world is told of a customer. */
export type CustomerEventType =
  | 'customer.created'
  | 'customer.updated'
  | 'customer.suspended'
  | 'customer.reactivated'
  | 'customer.closed'
  | 'customer.redacted';

type Moves = Record<CustomerStatus, Partial<Record<CustomerAction, readonly [CustomerStatus, CustomerEventType]>>>;

/** The whole life of a customer: [next state, what we tell the world]. A move not written here does not exist. */
export const customerMoves: Moves = {
  active: { suspend: ['suspended', 'customer.suspended'], close: ['closed', 'customer.closed'] },
  suspended: { reactivate: ['active', 'customer.reactivated'], close: ['closed', 'customer.closed'] },
  closed: {},
};

/** What may be done with a customer now, as path segments. */
export const customerActions = (
  status: CustomerStatus,
  redaction: object | null = null,
): (typeof customerActionNames)[number][] => {
  const moves = Object.keys(customerMoves[status]) as CustomerAction[];
  return status === 'closed' && redaction === null ? [...moves, 'redact'] : moves;
};
