import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { isNew } from '../../../functions/core/dynamodb/writes.ts';
import { reveals_max } from '../../../functions/core/limits.ts';
import { idsAt } from '../../../functions/core/new-id.ts';
import { newOrder } from '../../../functions/issuing/cards/order.ts';
import { insertOrder } from '../../../functions/issuing/cards/orders-table.ts';
import { cardKeys } from '../../../functions/issuing/cards/table.ts';
import { apiKeyKey } from '../../../functions/tenants/accounts/access-table.ts';
import { newKeyPair } from '../../../functions/tenants/api-keys/table.ts';
import { done } from '../call.ts';
import { durations } from '../durations.ts';
import { publicKey } from '../examples/cards.ts';
import {
  aCardToSpend,
  aHeldCard,
  aStoredCard,
  cardBody,
  theCardholder,
} from '../fixtures/cards.ts';
import { aCustomer, aStoredCustomer, individual } from '../fixtures/customers.ts';
import { aDelivery, aDeliveryInFlight, aRecovery } from '../fixtures/deliveries.ts';
import { aDocument } from '../fixtures/documents.ts';
import type { Tenant } from '../fixtures/tenants.ts';
import { aSubmittedVerification, aVerification } from '../fixtures/verifications.ts';
import { makeRoom, webhookBody } from '../fixtures/webhooks.ts';
import { aCase, again, type Case } from './case.ts';

/** Digits that are not the last of a card. */
export const notLast4 = ({ last4 }: { readonly last4: string }): string =>
  last4 === '0000' ? '0001' : '0000';

/** A call under a key by which something else was ordered so long ago, and whose outcome is unknown. */
export const orderedOtherwise = async <Called extends object>(
  tenant: Tenant,
  operation: string,
  path_ids: readonly string[],
  call: Called,
  ago_ms = 0,
) => {
  const now = new Date(Date.now() - ago_ms);
  const idempotency_key = randomUUID();
  const order = {
    tenant_id: tenant.tenant_id,
    operation,
    path_ids,
    idempotency_key,
    request_hash: 'of another body',
  };
  const ids = { card_id: idsAt(now)('card'), customer_id: idsAt(now)('customer') };
  const made = { ...ids, cardholder_name: 'Ada King', destination: null };
  await tenant.put([insertOrder(newOrder(order, made, now, durations))]);
  return { ...call, headers: { 'idempotency-key': idempotency_key } };
};

const feature = (customer: { readonly id: string }, name = 'nothing') => ({
  params: { customer_id: customer.id, feature: name },
});

const anothersDocument = async (tenant: Tenant) => ({
  document_ids: [(await aDocument(tenant)).id],
});

const aWrongGuess = async (tenant: Tenant) => {
  const card = await aHeldCard(tenant, { type: 'physical' });
  return { params: { card_id: String(card.id) }, body: { last4: notLast4(card) } };
};

/** A card whose numbers another key of the business has seen as often as it may; that key's call. */
const revealedTooOften = async (tenant: Tenant) => {
  const { tenant_id, account_id, environment } = tenant;
  const { id } = await aCardToSpend(tenant);
  const now = new Date();
  const { entries, keys: other } = newKeyPair(environment, idsAt(now), now);
  const [entry = assert.fail()] = entries;
  const of = {
    tenant_id,
    account_id,
    environment,
    account_status: 'active',
    plan: 'standard',
    last_used_on: null,
  };
  const reveals = { since: now.toISOString(), count: reveals_max, version: 1 };
  await tenant.put([
    { kind: 'put', key: apiKeyKey(entry.hash), item: { ...entry, ...of }, when: isNew },
    { kind: 'put', key: cardKeys.reveals(tenant_id, entry.id), item: reveals, when: isNew },
  ]);
  return {
    params: { card_id: id },
    body: { public_key: publicKey },
    headers: { 'api-key': other.secret_key },
  };
};

/** An order that the issuer rejects: written, sent, canceled. */
const canceled = [
  'TransactWriteItems',
  'TransactWriteItems',
  'UpdateItem',
  'TransactWriteItems',
  'GetItem',
];

/** Calls that end in an error of their route's own which no other case has. */
export const rejections = {
  'customers.update': [
    aCase(
      'of the external_id to one that is taken',
      409,
      ['GetItem', 'TransactWriteItems'],
      async (tenant) => {
        const { external_id } = await aCustomer(tenant, individual({ external_id: randomUUID() }));
        return {
          params: { customer_id: (await aStoredCustomer(tenant)).id },
          body: { external_id },
        };
      },
    ),
  ],
  'customer-features.get': [
    aCase('that nobody knows', 404, [], async (tenant) => feature(await aStoredCustomer(tenant))),
  ],
  'customer-features.activate': [
    aCase('that nobody knows', 404, [], async (tenant) => feature(await aStoredCustomer(tenant))),
    aCase('of a suspended customer', 422, ['BatchGetItem', 'GetItem'], async (tenant) =>
      feature(await aStoredCustomer(tenant, undefined, { status: 'suspended' }), 'virtual_cards'),
    ),
  ],
  'customer-features.deactivate': [
    aCase('that nobody knows', 404, [], async (tenant) => feature(await aStoredCustomer(tenant))),
  ],
  'webhooks.create': [
    aCase(
      'again with the same key, after it was deleted',
      404,
      ['Query', 'Encrypt', 'TransactWriteItems', 'BatchGetItem'],
      async (tenant) => {
        await makeRoom(tenant);
        const said = { body: webhookBody(), headers: { 'idempotency-key': randomUUID() } };
        const { body } = await tenant.call({ method: 'POST', path: '/webhooks', ...said });
        await tenant.call({ method: 'DELETE', path: `/webhooks/${body.id}` });
        return said;
      },
    ),
  ],
  'recoveries.cancel': [
    aCase('of one that was canceled', 409, ['GetItem', 'GetItem'], async (tenant) => {
      const { id } = await aRecovery(tenant);
      await done(tenant, `/recoveries/${id}/cancel`);
      return { params: { recovery_id: id } };
    }),
  ],
  'deliveries.resend': [
    aCase(
      'of one whose webhook is disabled',
      409,
      ['BatchGetItem', 'GetItem', 'GetItem'],
      async (tenant) => {
        const { id, webhook_id } = await aDelivery(tenant);
        await done(tenant, `/webhooks/${webhook_id}/disable`);
        return { params: { delivery_id: String(id) } };
      },
    ),
  ],
  'cards.create': [
    aCase('that the issuer rejects', 422, ['BatchGetItem', ...canceled], async (tenant) => ({
      body: cardBody((await theCardholder(tenant)).id, { cardholder_name: 'not accepted' }),
    })),
  ],
  'cards.activate': [
    aCase(
      'after five wrong guesses',
      429,
      ['BatchGetItem', 'BatchGetItem', 'GetItem'],
      async (tenant) => {
        const guess = await aWrongGuess(tenant);
        for (let wrong = 0; wrong < 5; wrong++)
          await again(tenant, `/cards/${guess.params.card_id}/activate`, guess);
        return guess;
      },
    ),
  ],
  'cards.replace': [
    aCase(
      'that the issuer rejects',
      422,
      ['BatchGetItem', 'BatchGetItem', ...canceled],
      async (tenant) => {
        const { id: customer_id } = await theCardholder(tenant);
        const { id } = await aStoredCard(tenant, { customer_id, cardholder_name: 'Not Accepted' });
        return { params: { card_id: id }, body: { reason: 'lost' } };
      },
    ),
  ],
  'cards.reveal': [
    aCase(
      'that the issuer has closed',
      422,
      ['GetItem', 'BatchGetItem', 'GetItem'],
      async (tenant) => {
        const { id } = await aCardToSpend(tenant);
        const item = { tenant_id: tenant.tenant_id, state: 'voided' };
        await tenant.put([{ kind: 'put', key: { table: 'issuer', pk: id }, item, when: isNew }]);
        return { params: { card_id: id }, body: { public_key: publicKey } };
      },
    ),
    aCase('more often than a key may', 429, ['GetItem', 'BatchGetItem'], revealedTooOften),
  ],
  'verifications.create': [
    aCase(
      'with a document of another',
      404,
      ['BatchGetItem + Query', 'GetItem'],
      async (tenant) => ({
        params: { customer_id: String((await aStoredCustomer(tenant)).id) },
        body: { level: 'standard', ...(await anothersDocument(tenant)) },
      }),
    ),
    aCase('of a closed customer', 409, ['BatchGetItem + Query', 'GetItem'], async (tenant) => ({
      params: {
        customer_id: String((await aStoredCustomer(tenant, undefined, { status: 'closed' })).id),
      },
      body: { level: 'standard' },
    })),
  ],
  'verifications.update': [
    aCase('that was submitted', 409, ['GetItem', 'BatchGetItem + Query'], async (tenant) => ({
      params: { verification_id: String((await aSubmittedVerification(tenant)).id) },
      body: { document_ids: [] },
    })),
    aCase(
      'to rest on a document of another',
      404,
      ['GetItem', 'BatchGetItem + Query'],
      async (tenant) => ({
        params: { verification_id: String((await aVerification(tenant)).id) },
        body: await anothersDocument(tenant),
      }),
    ),
  ],
  'verifications.submit': [
    aCase(
      'that was submitted',
      409,
      ['BatchGetItem', 'BatchGetItem + Query', 'GetItem'],
      async (tenant) => ({
        params: { verification_id: String((await aSubmittedVerification(tenant)).id) },
      }),
    ),
  ],
} satisfies Readonly<Record<string, readonly Case[]>>;

/** Calls whose error lasts a moment: they are made as soon as they are arranged, and nothing of them is measured. */
export const rejectionsOfTheMoment = {
  'deliveries.resend': [
    aCase('of one that is in flight', 409, [], async (tenant) => ({
      params: { delivery_id: String((await aDeliveryInFlight(tenant)).id) },
    })),
  ],
  'cards.create': [
    aCase('while another order has the key', 409, [], async (tenant) => {
      const body = cardBody((await aStoredCustomer(tenant)).id);
      return orderedOtherwise(tenant, 'cards.create', [], { body });
    }),
  ],
  'cards.replace': [
    aCase('while another order has the key', 409, [], async (tenant) => {
      const params = { card_id: String((await aHeldCard(tenant)).id) };
      return orderedOtherwise(tenant, 'cards.replace', [params.card_id], {
        params,
        body: { reason: 'lost' },
      });
    }),
  ],
} satisfies Readonly<Record<string, readonly Case[]>>;
