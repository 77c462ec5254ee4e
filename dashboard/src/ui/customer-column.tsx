import { Go } from './go.tsx';

/** Of whom a listed thing is. */
export const customerColumn = {
  name: 'Customer',
  cell: ({ customer_id }: { readonly customer_id: string }) => <Go to={`/customers/${customer_id}`}>{customer_id}</Go>,
  width: 240,
};
