import type { Write } from '../functions/core/dynamodb/writes.ts';
import { idsAt } from '../functions/core/new-id.ts';
import type { Delivery } from '../functions/delivery/deliveries/model.ts';
import { deliveryStatuses } from '../functions/delivery/deliveries/states.ts';
import { saveDelivery } from '../functions/delivery/deliveries/table.ts';
import { saveWebhook } from '../functions/delivery/webhooks/table.ts';
import { saveCustomer } from '../functions/identity/customers/table.ts';
import { saveScreening } from '../functions/identity/screenings/table.ts';
import { verificationStatuses } from '../functions/identity/verifications/states.ts';
import {
  saveVerification,
  verificationsInReview,
} from '../functions/identity/verifications/table.ts';
import { saveAuthorization } from '../functions/issuing/authorizations/table.ts';
import { caller, tenant as tenant_id } from '../test/helpers/api-event.ts';
import { anAccount } from '../test/helpers/fixtures/accounts.ts';
import { anAuthorization } from '../test/helpers/fixtures/authorizations.ts';
import { anIndividual } from '../test/helpers/fixtures/customers.ts';
import { aStoredDelivery } from '../test/helpers/fixtures/deliveries.ts';
import { aFirstScreening } from '../test/helpers/fixtures/screenings.ts';
import { aStoredVerification } from '../test/helpers/fixtures/verifications.ts';
import { aStoredWebhook } from '../test/helpers/fixtures/webhooks.ts';
import { pick } from '../test/helpers/random.ts';

const minute_ms = 60_000;
const hour_ms = 60 * minute_ms;
const day_ms = 24 * hour_ms;

/** The webhooks of the business. */
export const webhookIds = ['1', '2', '3'].map((last) => `whk_01jd5fq7k9e8xv3m2n4p6r8t0${last}`);

/** So many verifications wait for a reviewer, and so many screenings are open. */
export const reviews_waiting = 37;
export const screenings_open = 12;

type Seed = {
  readonly random: () => number;
  readonly now: Date;
  readonly authorizations: number;
  /** The share of all that was created in one hour. */
  readonly hot: number;
};

/** The account of the business, its webhooks, and the screenings that wait for a person. */
export const ownItems = (now: Date): Write[] => [
  ...anAccount(tenant_id, caller.account_id, now),
  ...webhookIds.flatMap((id, nth) =>
    saveWebhook(aStoredWebhook({ tenant_id, id, slot: `0${nth + 1}` })),
  ),
  ...Array.from({ length: screenings_open }, () => {
    const customer_id = idsAt(now)('customer');
    return saveScreening(aFirstScreening({ tenant_id, customer_id }, undefined, now));
  }),
];

/**
 * The month of a business in portions, oldest first: authorizations, half as many deliveries, and a twentieth as many customers
 * and verifications. A third is written again four minutes later, as captures, attempts and decisions do. Nothing is younger
 * than ten minutes.
 */
export function* monthOf({ random, now, authorizations, hot }: Seed): Generator<Write[]> {
  const portion = Math.min(2_000, authorizations);
  const newest = now.getTime() - 10 * minute_ms;
  const hottest = Math.floor(newest / hour_ms - 3) * hour_ms;
  const moments = Array.from({ length: authorizations }, () =>
    random() < hot ? hottest + random() * hour_ms : newest - random() * 32 * day_ms,
  ).toSorted((one, other) => one - other);
  let reviews = reviews_waiting;
  for (let from = 0; from < authorizations; from += portion) {
    const [first, again]: [Write[], Write[]] = [[], []];
    const add = (one: (nth: 0 | 1) => Write[]) => {
      first.push(...one(0));
      if (random() < 1 / 3) again.push(...one(1));
    };
    for (const [nth, at] of moments.slice(from, from + portion).entries()) {
      const moment = new Date(at);
      add(authorizationAt(random, moment));
      if (nth % 2 === 0) add(deliveryAt(random, moment));
      if (nth % 20 > 0) continue;
      first.push(...customerAt(moment));
      reviews -= 1;
      add(verificationAt(random, moment, reviews >= 0));
    }
    yield [...first, ...again];
  }
}

/** When an item is written: as it is created, and some time later. */
const timesAt = (created: Date, nth: 0 | 1) => ({
  created_at: created.toISOString(),
  updated_at: new Date(created.getTime() + nth * 4 * minute_ms).toISOString(),
});

const reasons = ['card_frozen', 'insufficient_limit', 'merchant_not_allowed'] as const;

const authorizationAt = (random: () => number, created: Date) => {
  const id = idsAt(created)('authorization');
  const decline_reason = random() < 0.12 ? (pick(random, reasons) as never) : null;
  const [amount, currency] = [Math.floor(random() * 20_000), pick(random, ['USD', 'EUR', 'JPY'])];
  const approved = decline_reason === null;
  return (nth: 0 | 1): Write[] => [
    saveAuthorization(
      anAuthorization({
        ...timesAt(created, nth),
        id,
        tenant_id,
        amount: nth === 0 || !approved ? amount : 0,
        captured_amount: nth === 1 && approved ? Math.floor(amount * 0.9) : 0,
        currency,
        approved,
        decline_reason,
        status: nth === 1 || !approved ? 'closed' : 'pending',
        version: 1 + nth,
      }),
    ),
  ];
};

const deliveryAt = (random: () => number, created: Date) => {
  const id = idsAt(created)('delivery');
  const webhook_id = pick(random, webhookIds);
  return (nth: 0 | 1): Write[] => {
    const status = pick(random, ['succeeded', 'succeeded', 'succeeded', ...deliveryStatuses]);
    const { updated_at } = timesAt(created, nth);
    const isTried = status !== 'pending' && status !== 'suppressed';
    const error =
      status === 'succeeded' ? null : ({ kind: 'http_status', message: 'No.' } as const);
    const last_attempt = {
      number: 1 + nth,
      trigger: 'automatic',
      started_at: updated_at,
      duration_ms: Math.floor(10_000 ** random()),
      response_status: error ? 500 : 200,
      error,
    };
    const stored = {
      ...timesAt(created, nth),
      id,
      tenant_id,
      webhook_id,
      status,
      scheduled_at: null,
      attempts_made: isTried ? 1 + nth : 0,
      last_attempt: isTried ? last_attempt : null,
      version: 1 + nth,
    };
    return [saveDelivery(aStoredDelivery(stored as Partial<Delivery>))];
  };
};

const customerAt = (created: Date): Write[] =>
  saveCustomer(anIndividual({ ...timesAt(created, 0), id: idsAt(created)('customer'), tenant_id }));

const verificationAt = (random: () => number, created: Date, isReviewed: boolean) => {
  const newId = idsAt(created);
  const [id, customer_id] = [newId('verification'), newId('customer')];
  const marks = isReviewed && { reviewing: true, reviewing_key: verificationsInReview(tenant_id) };
  return (nth: 0 | 1): Write[] => {
    const status = isReviewed ? 'processing' : pick(random, verificationStatuses);
    const of = { ...timesAt(created, nth), id, customer_id, tenant_id, status, version: 1 + nth };
    const [put] = saveVerification(aStoredVerification(of));
    return put?.kind === 'put' ? [{ ...put, item: { ...put.item, ...marks } }] : [];
  };
};
