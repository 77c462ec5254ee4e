import { getAccount, listAccounts } from './accounts.ts';
import {
  closeCustomer,
  createCustomer,
  getCustomer,
  listCustomers,
  reactivateCustomer,
  suspendCustomer,
  updateCustomer,
} from './customers.ts';
import { listIdempotencyKeys } from './idempotency-keys.ts';
import { getOpenapi } from './reference.ts';

/** Every route of the API. What is not listed here does not exist anywhere: no function, no method, no reference. */
export const routes = [
  listAccounts,
  getAccount,
  createCustomer,
  listCustomers,
  getCustomer,
  updateCustomer,
  suspendCustomer,
  reactivateCustomer,
  closeCustomer,
  listIdempotencyKeys,
  getOpenapi,
] as const;
