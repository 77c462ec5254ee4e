import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { apiKeyKey } from '../../../functions/accounts/table.ts';
import { newKeyPair } from '../../../functions/api-keys/table.ts';
import { newOrder } from '../../../functions/cards/order.ts';
import { insertOrder } from '../../../functions/cards/orders-table.ts';
import { reveals_max } from '../../../functions/cards/states.ts';
import { cardKeys } from '../../../functions/cards/table.ts';
import { isNew } from '../../../functions/dynamodb/writes.ts';
import { idsAt } from '../../../functions/new-id.ts';
import { durations } from '../durations.ts';
import { publicKey } from '../examples/cards.ts';
import {
  aCardToSpend,
  anOrderedCard,
  aStoredCard,
  type CardWanted,
  cardBody,
  theCardholder,
} from '../fixtures/cards.ts';
import { aCustomer } from '../fixtures/customers.ts';
import type { Tenant } from '../fixtures/tenants.ts';

const acting = (action: string, wanted: CardWanted, body?: object) => ({
  action_not_allowed: async (tenant: Tenant) => {
    const { id } = await anOrderedCard(tenant, wanted);
    return { method: 'POST', path: `/cards/${id}/${action}`, body };
  },
});

/** Digits that are not the last of a card. */
export const notLast4 = ({ last4 }: { readonly last4: string }): string => (last4 === '0000' ? '0001' : '0000');

const wrongGuess = async (tenant: Tenant) => {
  const card = await anOrderedCard(tenant, { type: 'physical' });
  return { method: 'POST', path: `/cards/${card.id}/activate`, body: { last4: notLast4(card) } };
};

/** A call under a key by which something else was ordered so long ago, whose outcome is unknown. */
export const orderedOtherwise = async <Called extends object>(
  tenant: Tenant,
  operation: string,
  path_ids: readonly string[],
  call: Called,
  ago_ms = 0,
) => {
  const now = new Date(Date.now() - ago_ms);
  const idempotency_key = randomUUID();
  const order = { tenant_id: tenant.tenant_id, operation, path_ids, idempotency_key, request_hash: 'of another body' };
  const made = {
    card_id: idsAt(now)('card'),
    customer_id: idsAt(now)('customer'),
    cardholder_name: 'Ada King',
    destination: null,
  };
  await tenant.put([insertOrder(newOrder(order, made, now, durations))]);
  return { ...call, headers: { 'idempotency-key': idempotency_key } };
};

/** A call that is refused so, for each refusal of the routes of cards. */
export const cardErrors = {
  'cards.create': {
    customer_not_found: async () => ({
      method: 'POST',
      path: '/cards',
      body: cardBody('cus_01h455vb4pex5vsknk084sn02q'),
    }),
    feature_not_active: async (tenant: Tenant) => ({
      method: 'POST',
      path: '/cards',
      body: cardBody((await aCustomer(tenant)).id),
    }),
    order_in_progress: async (tenant: Tenant) => {
      const body = cardBody((await aCustomer(tenant)).id);
      return orderedOtherwise(tenant, 'cards.create', [], { method: 'POST', path: '/cards', body });
    },
    issuer_refused: async (tenant: Tenant) => {
      const { id } = await theCardholder(tenant);
      return { method: 'POST', path: '/cards', body: cardBody(id, { cardholder_name: 'not accepted' }) };
    },
  },
  'cards.update': {
    action_not_allowed: async (tenant: Tenant) => {
      const { id } = await anOrderedCard(tenant, { state: 'closed' });
      return { method: 'PATCH', path: `/cards/${id}`, body: { nickname: 'Travel' } };
    },
  },
  'cards.activate': {
    ...acting('activate', {}, { last4: '4242' }),
    last4_mismatch: wrongGuess,
    activation_locked: async (tenant: Tenant) => {
      const guess = await wrongGuess(tenant);
      for (let wrong = 0; wrong < 5; wrong++) await tenant.call(guess);
      return guess;
    },
  },
  'cards.freeze': acting('freeze', { state: 'frozen' }),
  'cards.unfreeze': acting('unfreeze', {}),
  'cards.close': acting('close', { state: 'closed' }, { reason: 'lost' }),
  'cards.replace': {
    ...acting('replace', { state: 'closed' }, { reason: 'lost' }),
    feature_not_active: async (tenant: Tenant) => {
      const { id } = await aStoredCard(tenant, { customer_id: (await aCustomer(tenant)).id });
      return { method: 'POST', path: `/cards/${id}/replace`, body: { reason: 'lost' } };
    },
    order_in_progress: async (tenant: Tenant) => {
      const { id } = await anOrderedCard(tenant);
      const call = { method: 'POST', path: `/cards/${id}/replace`, body: { reason: 'lost' } };
      return orderedOtherwise(tenant, 'cards.replace', [id], call);
    },
    issuer_refused: async (tenant: Tenant) => {
      const { id: customer_id } = await theCardholder(tenant);
      const { id } = await aStoredCard(tenant, { customer_id, cardholder_name: 'Not Accepted' });
      return { method: 'POST', path: `/cards/${id}/replace`, body: { reason: 'lost' } };
    },
  },
  'cards.reveal': {
    ...acting('reveal', { type: 'physical' }, { public_key: publicKey }),
    // As if the issuer had ended this one.
    reveal_not_available: async (tenant: Tenant) => {
      const { id } = await aCardToSpend(tenant);
      const item = { tenant_id: tenant.tenant_id, state: 'voided' };
      await tenant.put([{ kind: 'put', key: { table: 'issuer', pk: id }, item, when: isNew }]);
      return { method: 'POST', path: `/cards/${id}/reveal`, body: { public_key: publicKey } };
    },
    // By another key of the business: no number is shown to that one any more.
    reveal_limit_reached: async (tenant: Tenant) => {
      const { tenant_id, account_id, environment } = tenant;
      const { id } = await aCardToSpend(tenant);
      const now = new Date();
      const { entries, keys: other } = newKeyPair(environment, idsAt(now), now);
      const [entry = assert.fail()] = entries;
      const known = {
        ...entry,
        tenant_id,
        account_id,
        environment,
        account_status: 'active',
        plan: 'standard',
        last_used_on: null,
      };
      const shown = { since: now.toISOString(), count: reveals_max, version: 1 };
      await tenant.put([
        { kind: 'put', key: apiKeyKey(entry.hash), item: known, when: isNew },
        { kind: 'put', key: cardKeys.reveals(tenant_id, entry.id), item: shown, when: isNew },
      ]);
      const headers = { 'api-key': other.secret_key };
      return { method: 'POST', path: `/cards/${id}/reveal`, body: { public_key: publicKey }, headers };
    },
  },
};
