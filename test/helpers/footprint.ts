import type { Any } from './printed-document.ts';
import type { Stored } from './stored.ts';

/**
 * All that a business has brought about, a line for each item: what exists in which state, what was told, which keys have
 * acted. Ids and times are left out, so that two businesses that did the same have the same footprint.
 */
export const footprintOf = async (stored: Stored, tenant: string): Promise<string[]> => {
  const [resources, events, records] = await Promise.all([
    stored.items('resources', tenant),
    stored.items('outbox', tenant),
    stored.items('idempotency', tenant),
  ]);
  return [
    ...resources.map(({ pk, sk, status = '', version = '' }) => `${kindOf(pk, sk)} ${status} ${version}`.trim()),
    ...events.map(({ type, sequence }) => `event ${type} ${sequence}`),
    ...records.map(({ operation, status_code }) => `record ${operation} ${status_code}`),
  ].sort();
};

/** `customer` of `biz_…/customer`, `activation` of `biz_…/cus_…/activation`; `spending` of what lies beside a card. */
const kindOf = (pk: string, sk: string): string => {
  const last = pk.split('/').at(-1) ?? '';
  return last.startsWith('card_') ? sk : last;
};

/** What was told of each resource of a business, in the order of its versions: resource id → events. */
export const historiesOf = async (stored: Stored, tenant: string): Promise<Map<string, Any[]>> => {
  const events = await stored.items('outbox', tenant);
  const histories = Map.groupBy(events, ({ resource }) => resource.id as string);
  for (const history of histories.values()) history.sort((one, other) => one.sequence - other.sequence);
  return histories;
};
