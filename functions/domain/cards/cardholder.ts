import type { Address, Customer } from '../customers/customer.ts';
import { cardholderOf } from './holder.ts';

/** Whom cards are made for, as an issuer knows him: what his business says of him. One for each customer. */
export type Cardholder = {
  readonly type: 'individual' | 'company';
  /** What he is called on all his cards. */
  readonly name: string;
  /** Of an individual, and of who acts for a company. */
  readonly first_name: string | null;
  readonly last_name: string | null;
  /** `YYYY-MM-DD`; null for a company. */
  readonly date_of_birth: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly billing_address: Address | null;
};

/** The cardholder that a customer is. */
export const cardholderFrom = (customer: Customer): Cardholder => {
  const { email, phone, address: billing_address } = customer;
  const reached = { name: cardholderOf(customer), email, phone, billing_address };
  if (customer.type === 'individual') {
    const { first_name, last_name, date_of_birth } = customer;
    return { ...reached, type: 'individual', first_name, last_name, date_of_birth };
  }
  const { first_name = null, last_name = null } = customer.representative ?? {};
  return { ...reached, type: 'company', name: customer.legal_name ?? '', first_name, last_name, date_of_birth: null };
};
