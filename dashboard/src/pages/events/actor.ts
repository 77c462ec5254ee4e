import type { Event } from '../../api/objects.ts';

/** Who caused something. */
export const actorInWords = ({ type, id }: Event['causation']['actor']): string => {
  if (type === 'system') return 'The service';
  return type === 'operator' ? `A person (${id})` : `A program (${id})`;
};

/** Where a resource is shown; null where no page shows it. */
export const resourcePath = ({ id, object }: Event['resource'], customer: string | null): string | null => {
  const place = places[object];
  if (place) return `/${place}/${id}`;
  return object === 'customer_feature' && customer ? `/customers/${customer}/features` : null;
};

const places: Readonly<Record<string, string>> = {
  customer: 'customers',
  document: 'documents',
  verification: 'verifications',
  card: 'cards',
  webhook: 'webhooks',
};
