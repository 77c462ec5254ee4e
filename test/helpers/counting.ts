import { bucketOf } from '../../functions/core/counters/histogram.ts';
import type { Item } from '../../functions/core/dynamodb/client.ts';
import type { Write } from '../../functions/core/dynamodb/writes.ts';
import { timeOfId } from '../../functions/core/write-shards.ts';
import { deliveryOf } from '../../functions/delivery/deliveries/table.ts';
import { countedAmount } from '../../functions/issuing/authorizations/model.ts';
import { authorizationOf } from '../../functions/issuing/authorizations/stored-form.ts';
import { itemOf } from './changing.ts';

/** Numbers by the place and the name of their counter, without those that are zero. */
export type Figures = Record<string, number>;

/** The figures of the newest versions of the items of a business, by looking at each. */
export const listed = (writes: readonly Write[], tenant: string): Figures => {
  const items = new Map(writes.map((write) => [`${write.key.pk} ${write.key.sk}`, itemOf(write)]));
  const figures: Figures = {};
  const add = (place: string, id: string, name: string, amount = 1) => {
    const hour = new Date(timeOfId(id) ?? 0).toISOString().slice(0, 13);
    const key = `${tenant}/${place} ${hour} ${name}`;
    figures[key] = (figures[key] ?? 0) + amount;
  };
  for (const item of items.values()) {
    if (item.sk === 'delivery') {
      const { id, webhook_id, status, last_attempt } = deliveryOf(item);
      for (const place of ['deliveries', webhook_id]) {
        add(place, id, status);
        if (last_attempt) add(place, id, `took.${bucketOf(last_attempt.duration_ms)}`);
      }
    } else if (String(item.pk).endsWith('/authorization')) {
      const authorization = authorizationOf(item);
      const { id, approved, decline_reason, currency } = authorization;
      add('activity', id, approved ? 'approved' : `declined.${decline_reason}`);
      add('activity', id, `spent.${currency}`, countedAmount(authorization));
    } else add('activity', String(item.sk), `verifications.${item.status}`);
  }
  return withoutZeros(figures);
};

const withoutZeros = (figures: Figures): Figures =>
  Object.fromEntries(Object.entries(figures).filter(([, amount]) => amount !== 0));

/** The figures that the counters have. */
export const figuresIn = (everything: readonly Item[]): Figures =>
  withoutZeros(
    Object.fromEntries(
      everything.flatMap(({ pk, sk, expires_at_s, writes, ...counters }) =>
        Object.entries(counters).flatMap(([name, amount]) =>
          typeof amount === 'number' ? [[`${pk} ${sk} ${name}`, amount]] : [],
        ),
      ),
    ),
  );
