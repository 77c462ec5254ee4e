import { type ErasuresOf, life } from '../../core/erasure.ts';
import type { Customer } from './model.ts';
import { optionalErasures, optionalPersonErasures } from './optional-fields.ts';
import type { Person } from './persons.ts';

/** The erasure of each field of a person of a business, and of what events show of one, when the customer is redacted. */
export const personErasures: ErasuresOf<Person & { readonly customer_id: string }> = {
  ...life,
  customer_id: 'kept',
  roles: 'kept',
  ownership_percent: 'kept',
  verification: 'kept',
  ...optionalPersonErasures,
  latin_name: 'null',
  first_name: 'null',
  middle_name: 'null',
  last_name: 'null',
  date_of_birth: 'null',
  nationality: 'null',
  address: 'null',
  tax_id_last4: 'null',
  tax_id_encrypted: 'null',
  tax_id_fingerprint: 'null',
};

/** The erasure of each field of a customer that is redacted. */
export const customerErasures: ErasuresOf<Customer> = {
  ...life,
  ...optionalErasures.any,
  ...optionalErasures.individual,
  ...optionalErasures.business,
  type: 'kept',
  status: 'kept',
  verification: 'kept',
  redaction: 'kept',
  status_reason: 'null',
  latin_name: 'null',
  address: 'null',
  metadata: 'empty',
  tax_id_last4: 'null',
  tax_id_encrypted: 'null',
  tax_id_fingerprint: 'null',
  first_name: 'null',
  last_name: 'null',
  legal_name: 'null',
  incorporation_country: 'null',
  owners_declared_at: 'kept',
  persons: personErasures,
};
