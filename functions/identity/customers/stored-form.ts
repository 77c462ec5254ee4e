import {
  absent,
  absentAsNull,
  eachOf,
  type Fields,
  nested,
  reading,
  required,
  storedForm,
  storedFormBy,
  textMap,
} from '../../core/dynamodb/stored-form.ts';
import { jobFields } from '../../core/dynamodb/stored-job.ts';
import type { Address } from './address.ts';
import type { LatinBusinessName, LatinPersonName } from './latin-name.ts';
import type { Customer } from './model.ts';
import { optionalErasures, optionalPersonErasures } from './optional-fields.ts';
import { type Person, unverified, type VerificationSummary } from './persons.ts';
import type { Redaction } from './states.ts';

/** How an address is stored. */
export const addressForm = storedForm<Address>({
  line1: absent(null),
  line2: absent(null),
  city: absent(null),
  state: absent(null),
  postal_code: absent(null),
  country: absent(null),
});

const summary = storedForm<VerificationSummary>({
  status: required,
  level: absent(null),
  verified_at: absent(null),
});

const taxId = {
  tax_id_last4: absent(null),
  tax_id_encrypted: absent(null),
  tax_id_fingerprint: absent(null),
};

const latinPerson = storedForm<LatinPersonName>({
  first_name: absent(null),
  middle_name: absent(null),
  last_name: required,
});

const latinBusiness = storedForm<LatinBusinessName>({ legal_name: required });

const person = storedForm<Person>({
  id: required,
  roles: required,
  ownership_percent: absent(null),
  ...absentAsNull(optionalPersonErasures),
  first_name: absent(null),
  middle_name: absent(null),
  last_name: absent(null),
  latin_name: nested(latinPerson, absent(null)),
  date_of_birth: absent(null),
  nationality: absent(null),
  address: nested(addressForm, absent(null)),
  ...taxId,
  verification: nested(summary, absent(unverified)),
  created_at: required,
  updated_at: required,
  version: required,
});

const redaction = storedForm<Redaction>({
  ...jobFields,
  status: required,
  since: required,
  erased: absent(0),
});

const shared: Omit<Fields<Customer>, 'type' | 'latin_name'> = {
  id: required,
  tenant_id: required,
  status: required,
  status_reason: absent(null),
  ...absentAsNull(optionalErasures.any),
  address: nested(addressForm, absent(null)),
  metadata: textMap,
  ...taxId,
  verification: nested(summary, absent(unverified)),
  persons: eachOf(person, absent([])),
  redaction: nested(redaction, absent(null)),
  created_at: required,
  updated_at: required,
  version: required,
};

const individual = storedForm<Extract<Customer, { type: 'individual' }>>({
  ...shared,
  type: required,
  first_name: absent(null),
  last_name: absent(null),
  ...absentAsNull(optionalErasures.individual),
  latin_name: nested(latinPerson, absent(null)),
});

const business = storedForm<Extract<Customer, { type: 'business' }>>({
  ...shared,
  type: required,
  legal_name: absent(null),
  latin_name: nested(latinBusiness, absent(null)),
  incorporation_country: absent(null),
  ...absentAsNull(optionalErasures.business),
  owners_declared_at: absent(null),
});

/** How a customer is stored. */
const customerForm = storedFormBy<Customer, 'type'>('type', { individual, business });

/** The customer of an item, without what only the indexes need. */
export const readStoredCustomer = reading('resources', 'customer', customerForm);
