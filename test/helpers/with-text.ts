import { inflated } from '../../functions/dynamodb/compression.ts';
import type { TableName } from '../../functions/dynamodb/keys.ts';
import { eventOf } from '../../functions/events/content-table.ts';
import type { Any } from './printed-document.ts';

/** A stored item with the text of what it has compressed, so that tests can read and search all of it. */
export const withText = (table: TableName, item: Any): Any => {
  if (table === 'outbox' && item?.content) return { ...item, ...eventOf(item) };
  return table === 'idempotency' && item?.body ? { ...item, body: inflated(item.body) } : item;
};
