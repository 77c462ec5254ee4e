import type { Customer } from '../../api/objects.ts';
import { useRead } from '../../api/use-read.ts';

/** A customer. */
export const useCustomer = (customer_id: string) =>
  useRead<Customer>({
    key: ['customer', customer_id],
    read: (api, signal) => api.customers.get({ params: { customer_id }, signal }),
  });
