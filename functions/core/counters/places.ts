import { type ItemKey, itemExpiresAt } from '../dynamodb/keys.ts';

/** Where the counters of one hour are, and until when: seconds since 1970. */
export type CounterPlace = { readonly key: ItemKey; readonly expires_at_s: number | undefined };

/** Counters of customers, verifications and authorizations, and of deliveries: of all webhooks or of one. By the hour. */
export const counterPartitions = {
  activity: (tenant: string) => `${tenant}/activity`,
  deliveries: (tenant: string, webhook_id?: string) => `${tenant}/${webhook_id ?? 'deliveries'}`,
};

/** Where customers, verifications and authorizations of an hour are counted. */
export const activityPlace = (tenant: string, moment: Date): CounterPlace => ({
  key: counterKey(counterPartitions.activity(tenant), moment),
  expires_at_s: Math.floor(moment.getTime() / 1000) + activity_kept_s,
});

/** Where a delivery is counted: with those of its business, and with those of its webhook. They end with what they count. */
export const deliveryPlaces = (
  tenant: string,
  webhook_id: string,
  moment: Date,
): CounterPlace[] => {
  const expires_at_s = itemExpiresAt('deliveriesDays', moment.toISOString());
  return [undefined, webhook_id].map((webhook) => ({
    key: counterKey(counterPartitions.deliveries(tenant, webhook), moment),
    expires_at_s,
  }));
};

/** Nobody asks for figures of a hundred days ago. */
const activity_kept_s = 100 * 24 * 60 * 60;

const counterKey = (pk: string, moment: Date): ItemKey => ({
  table: 'counters',
  pk,
  sk: hourName(moment),
});

/** The sort key of the hour of a moment, such as `2026-11-29T02`. */
export const hourName = (moment: Date): string => moment.toISOString().slice(0, 13);

/** When the hour of a sort key began. */
export const hourAt = (name: string): Date => new Date(`${name}:00:00.000Z`);

const hour_ms = 3_600_000;

/** The sort key of the next hour. */
export const hourAfter = (name: string): string =>
  hourName(new Date(hourAt(name).getTime() + hour_ms));
