import type { Item } from '../../functions/core/dynamodb/client.ts';
import type { Changed } from '../helpers/engine-tables.ts';
import type { Post } from './receivers.ts';
import type { SimulatedTables } from './tables.ts';

/**
 * The rules that must hold whatever happens. It sees every transaction and every request, and says
 * what should never be.
 */
export type Rules = {
  readonly written?: (changes: readonly Changed[], db: SimulatedTables) => void;
  readonly arrived?: (post: Post, db: SimulatedTables) => void;
  readonly accepted?: (post: Post, db: SimulatedTables) => void;
};

/** The kind of a changed item, by the end of its key. */
export const isOf = (table: Changed['table'], end: string) => (change: Changed) =>
  change.table === table && change.id.endsWith(end);

/** A delivery, as stored. */
export const isDelivery = isOf('deliveries', ' delivery');

/** How an endpoint is doing, as stored. */
export const isHealth = isOf('deliveries', ' health');

/** A webhook, as stored. */
export const isWebhook = ({ table, id }: Changed): boolean =>
  table === 'resources' && id.includes('/webhook whk_');

/** An attribute that is an object, or nothing. */
export const objectIn = (item: Item | undefined, name: string): Item | undefined => {
  const found = item?.[name];
  return typeof found === 'object' && found !== null ? (found as Item) : undefined;
};
