import { idPrefixes, isId, uuid } from '../../../functions/core/ids.ts';

/** The parts that a tab of the customer shows. */
const parts: Readonly<Record<string, string>> = {
  customer_feature: 'features',
  agreement: 'agreements',
};

/** The resources that have a page: what their routes and their addresses begin with. */
export const places = {
  customer: 'customers',
  person: 'persons',
  document: 'documents',
  screening: 'screenings',
  verification: 'verifications',
  card: 'cards',
  authorization: 'authorizations',
  webhook: 'webhooks',
  delivery: 'deliveries',
  event: 'events',
  request: 'requests',
  transaction: 'transactions',
  operator: 'operators',
} as const;

/** A resource that has a page. */
export type Placed = keyof typeof places;

/** Where a resource is shown, below the environment; null where no page shows it. */
export const resourcePath = (
  id: string,
  object: string,
  customer: string | null,
): string | null => {
  const place = (places as Readonly<Record<string, string>>)[object];
  if (place) return `/${place}/${id}`;
  const part = parts[object];
  return part && customer ? `/customers/${customer}/${part}` : null;
};

/** The page of what an id names: of a request, or of a resource by the prefix of its kind; null where none shows it. */
export const pathOfId = (id: string): string | null => {
  if (uuid.test(id)) return `/requests/${id}`;
  const [object] =
    Object.entries(idPrefixes).find(([, prefix]) => id.startsWith(`${prefix}_`)) ?? [];
  return object && isId(id) ? resourcePath(id, object, null) : null;
};
