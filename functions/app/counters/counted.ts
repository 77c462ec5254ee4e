import { bucketOf } from '../../core/counters/histogram.ts';
import {
  type Amounts,
  declinedName,
  spentName,
  tookName,
  verificationsName,
} from '../../core/counters/names.ts';
import { activityPlace, type CounterPlace, deliveryPlaces } from '../../core/counters/places.ts';
import type { Item } from '../../core/dynamodb/client.ts';
import { deliverySortKey } from '../../core/dynamodb/keys.ts';
import { timeOfId } from '../../core/write-shards.ts';
import { deliveryOf } from '../../delivery/deliveries/table.ts';
import { verificationOf } from '../../identity/verifications/stored-form.ts';
import { countedAmount } from '../../issuing/authorizations/model.ts';
import { authorizationOf } from '../../issuing/authorizations/stored-form.ts';

/*
 * Counters follow from the items that they count: each item adds these amounts to the counters of its hour, and a change of
 * the item adds the difference. So the stream of a table and a list of its items lead to the same counters.
 */

/** The amounts that an item adds, and where. */
export type Contribution = { readonly place: CounterPlace; readonly amounts: Amounts };

/** The amounts of an item; none where it is not counted. It throws UnreadableItem. */
export const countedIn = (item: Item | undefined): readonly Contribution[] => {
  if (!item) return [];
  return item.sk === deliverySortKey ? deliveryIn(item) : resourceIn(item);
};

const deliveryIn = (item: Item): Contribution[] => {
  const { tenant_id, webhook_id, id, status, last_attempt } = deliveryOf(item);
  const took = last_attempt ? { [tookName(bucketOf(last_attempt.duration_ms))]: 1 } : {};
  const amounts = { [status]: 1, ...took };
  return deliveryPlaces(tenant_id, webhook_id, momentOf(id)).map((place) => ({ place, amounts }));
};

const resourceIn = (item: Item): Contribution[] => {
  const [tenant = '', partition = ''] = String(item.pk).split('/');
  // A partition with write shards ends with the number of its shard.
  const amounts = amountsOf[partition.replace(/#\d+$/, '')]?.(item);
  return amounts ? [{ place: activityPlace(tenant, momentOf(String(item.sk))), amounts }] : [];
};

const amountsOf: Readonly<Record<string, (item: Item) => Amounts>> = {
  customer: () => ({ customers: 1 }),
  verification: (item) => ({ [verificationsName(verificationOf(item).status)]: 1 }),
  authorization: (item) => {
    const authorization = authorizationOf(item);
    const { approved, decline_reason, currency } = authorization;
    const amount = countedAmount(authorization);
    return {
      [approved ? 'approved' : declinedName(decline_reason ?? '')]: 1,
      // A merchant can capture what was declined, and limits count that.
      ...((approved || amount > 0) && { [spentName(currency)]: amount }),
    };
  },
};

/** The moment that an id has, by whose hour its item is counted. */
export const momentOf = (id: string): Date => new Date(timeOfId(id) ?? 0);
