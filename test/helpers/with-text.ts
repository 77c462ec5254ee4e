import { inflated } from '../../functions/core/dynamodb/compression.ts';
import type { TableName } from '../../functions/core/dynamodb/keys.ts';
import { eventOf } from '../../functions/core/outbox/content-table.ts';
import { attemptOf } from '../../functions/delivery/deliveries/attempts-table.ts';
import { deliveryOf } from '../../functions/delivery/deliveries/table.ts';
import type { Any } from './printed-document.ts';

/** A stored item with text in place of what is compressed, so that tests can read, search and compare all of it. */
export const withText = (table: TableName, item: Any): Any => {
  const { content, attempt, ...plain } = item ?? {};
  if (table === 'outbox' && content) return { ...plain, ...eventOf(item) };
  if (table === 'deliveries' && attempt) return { ...plain, ...attemptOf(item) };
  if (table === 'deliveries' && item?.sk === 'delivery') {
    const { scheduled_at: _, ...delivery } = deliveryOf(item);
    return { ...item, ...delivery };
  }
  return table === 'idempotency' && item?.body ? { ...item, body: inflated(item.body) } : item;
};
