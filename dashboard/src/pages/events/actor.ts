import type { Event } from '../../api/objects.ts';

/** Who caused something. */
export const actorInWords = ({ type, id }: Event['causation']['actor']): string => {
  if (type === 'system') return 'The service';
  if (type === 'api_key') return `A program (${id})`;
  return id.startsWith('opr_') ? `A person (${id})` : 'Whoever runs the service';
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
