import type { TableName } from '../../functions/core/dynamodb/keys.ts';
import { isId } from '../../functions/core/ids.ts';
import type { Any } from './printed-document.ts';
import type { Tables } from './tables.ts';

/**
 * All that a business has brought about, a line for each item: what exists in which state, its events, which keys have
 * acted. Ids and times are left out, so that two businesses that did the same have the same footprint.
 */
export const footprintOf = async (stored: Tables, tenant: string): Promise<string[]> => {
  const tables = ['resources', 'outbox', 'idempotency'] as const;
  const found = await Promise.all(
    tables.map(async (table) =>
      (await stored.items(table, tenant)).map((item) => lines[table](item)),
    ),
  );
  return found.flat().sort();
};

/**
 * The footprint of every business there is, its deliveries and the issuer's records included, by
 * one look at everything. So an item that no key leads to any more is seen too. Throws when an item
 * is nobody's.
 */
export const footprintsIn = async (
  stored: Pick<Tables, 'items'>,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const footprints = new Map<string, string[]>();
  for (const table of ['resources', 'outbox', 'idempotency', 'issuer', 'deliveries'] as const)
    for (const item of await stored.items(table)) {
      if (table === 'issuer' && isNobodys(item)) continue;
      const tenant = /^biz_[0-9a-z]+/.exec(item.pk)?.[0] ?? item.tenant_id;
      if (typeof tenant !== 'string')
        throw new Error(`${table} holds what is nobody's: ${JSON.stringify(item)}`);
      const line = lines[table](item);
      const footprint = footprints.get(tenant);
      if (footprint) footprint.push(line);
      else footprints.set(tenant, [line]);
    }
  return new Map(
    [...footprints].map(([tenant, footprint]) => [
      tenant,
      footprint.filter((line) => line !== '').sort(),
    ]),
  );
};

/** The mark of a number, and the line that keeps an order from being booked: the issuer knows no business of either. */
const isNobodys = ({ pk, tenant_id, state }: Any): boolean =>
  pk.startsWith('number/') || (tenant_id === undefined && state === 'voided');

/**
 * `customer` of `biz_…/customer`, `activation` of `biz_…/cus_…/activation`, `closed-external-id` whatever that was;
 * `spending` of the items beside a card.
 */
export const kindOf = ({ pk, sk }: Any): string =>
  pk
    .split('/')
    .slice(1)
    .find((part: string) => !isId(part)) ?? sk;

/** How an item of a table looks from far. A delivery goes on by itself, so all there is of one is that it exists. */
const lines = {
  // A question that is asked again after a crash may fail again: the health of its endpoint counts both.
  resources: (item) =>
    item.sk === 'breaker'
      ? ''
      : `${kindOf(item)} ${item.status ?? ''} ${item.version ?? ''}`.trim(),
  outbox: ({ type, sequence }) => `event ${type} ${sequence}`,
  idempotency: ({ sk, status_code }) => `record ${sk.split('/')[0]} ${status_code}`,
  issuer: ({ state }) => `at the issuer ${state}`,
  deliveries: ({ sk }) => (sk === 'delivery' ? sk : ''),
} satisfies Partial<Record<TableName, (item: Any) => string>>;

/** The events of each resource of a business, in the order of its versions: resource id → events. */
export const historiesOf = async (stored: Tables, tenant: string): Promise<Map<string, Any[]>> => {
  const events = await stored.items('outbox', tenant);
  const histories = Map.groupBy(events, ({ resource }) => resource.id as string);
  for (const history of histories.values())
    history.sort((one, other) => one.sequence - other.sequence);
  return histories;
};
