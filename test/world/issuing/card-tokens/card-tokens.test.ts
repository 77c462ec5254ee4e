import '../../process.ts';
import assert from 'node:assert/strict';
import { reconcileCards } from '../../../../functions/app/jobs/jobs.ts';
import { fullDurations } from '../../../../functions/core/durations.ts';
import { tokenKey } from '../../../../functions/issuing/issuers/simulator.ts';
import { functionName } from '../../../../lib/environments.ts';
import { done, seen } from '../../../helpers/call.ts';
import { cardsOf } from '../../../helpers/cards.ts';
import { purchase } from '../../../helpers/examples/cards.ts';
import { aStoredCardToken } from '../../../helpers/fixtures/card-tokens.ts';
import { aCardToSpend, anOrderedCard, aStoredCard } from '../../../helpers/fixtures/cards.ts';
import type { Tenant } from '../../../helpers/fixtures/tenants.ts';
import type { Any } from '../../../helpers/printed-document.ts';
import { describe, test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';

const { aBusiness, clock, faults, tables } = await world();

/** The sweep has come once, and what it began is done. */
const sweep_ms = 61_000;

/** The wait after a call to the issuer that failed is over, and a sweep has come since. */
const again_ms = fullDurations.issuer_wait_min_ms + sweep_ms;

const provisioned = (tenant: Tenant, cardId: string, body: object = {}): Promise<Any> =>
  done(tenant, `/simulations/cards/${cardId}/provision-token`, {
    wallet: 'apple_pay',
    device_type: 'phone',
    ...body,
  });
const tokenOf = (tenant: Tenant, id: string): Promise<Any> => seen(tenant, `/card-tokens/${id}`);
/** The status of a token at the simulated issuer. */
const statusAtIssuer = async (tenant: Tenant, id: string) => {
  const { issuer_reference } = await tables.get({
    table: 'resources',
    pk: `${tenant.tenant_id}/card_token`,
    sk: id,
  });
  return (await tables.get({ table: 'issuer', pk: tokenKey(issuer_reference) }))?.status;
};
const syncOf = async (tenant: Tenant, id: string) => (await tokenOf(tenant, id)).issuer_sync.status;

describe('a card in a wallet', () => {
  test('is a token that is suspended, resumed and deleted, here and at the issuer', async () => {
    const tenant = await aBusiness();
    const card = await anOrderedCard(tenant);
    const token = await provisioned(tenant, card.id);
    await clock.advance(1);
    assert.deepEqual(
      [token.status, token.wallet, token.device_type, token.network],
      ['active', 'apple_pay', 'phone', 'visa'],
    );
    assert.match(token.last4, /^\d{4}$/);
    const { data } = await seen(tenant, `/cards/${card.id}/card-tokens?status=active`);
    assert.deepEqual(
      data.map(({ id }: Any) => id),
      [token.id],
    );
    for (const [action, status] of [
      ['suspend', 'suspended'],
      ['resume', 'active'],
      ['delete', 'deleted'],
    ]) {
      const changed = await done(tenant, `/card-tokens/${token.id}/${action}`);
      assert.deepEqual([changed.status, changed.issuer_sync.status], [status, 'pending']);
      await clock.advance(1_000);
      assert.equal(await syncOf(tenant, token.id), 'synced');
      assert.equal(await statusAtIssuer(tenant, token.id), status);
    }
    const types = (await cardsOf(tenant).events(token.id)).map(({ type }) => type);
    assert.deepEqual(
      types,
      ['created', 'suspended', 'resumed', 'deleted'].map((one) => `card_token.${one}`),
    );
  });

  test('waits for proof, and is removed by its cardholder', async () => {
    const tenant = await aBusiness();
    const token = await provisioned(tenant, (await aStoredCard(tenant)).id, {
      status: 'requested',
    });
    const simulated = (status: string) =>
      done(tenant, `/simulations/card-tokens/${token.id}`, { status });
    assert.deepEqual([token.status, (await simulated('active')).status], ['requested', 'active']);
    const { status, status_reason, allowed_actions } = await simulated('deleted');
    assert.deepEqual([status, status_reason, allowed_actions], ['deleted', 'by_issuer', []]);
    assert.equal((await simulated('active')).status, 'deleted');
  });

  test('is suspended again at an issuer that lets it work', async () => {
    const tenant = await aBusiness();
    const token = await provisioned(tenant, (await aStoredCard(tenant)).id);
    await done(tenant, `/card-tokens/${token.id}/suspend`);
    await clock.advance(1_000);
    assert.equal(await syncOf(tenant, token.id), 'synced');
    const { status, issuer_sync } = await done(tenant, `/simulations/card-tokens/${token.id}`, {
      status: 'active',
    });
    assert.deepEqual([status, issuer_sync.status], ['suspended', 'pending']);
    await clock.advance(sweep_ms);
    assert.deepEqual(
      [await syncOf(tenant, token.id), await statusAtIssuer(tenant, token.id)],
      ['synced', 'suspended'],
    );
  });

  test('that is frozen keeps its tokens and approves nothing; one that is closed loses them', async () => {
    const tenant = await aBusiness();
    const card = await aCardToSpend(tenant);
    const tokens = await Promise.all(
      Array.from({ length: 22 }, () => aStoredCardToken(tenant, {}, card)),
    );
    await done(tenant, `/cards/${card.id}/freeze`);
    const { decline_reason } = await done(
      tenant,
      `/simulations/cards/${card.id}/authorize`,
      purchase,
    );
    assert.equal(decline_reason, 'card_frozen');
    assert.equal((await tokenOf(tenant, tokens[0]?.id ?? '')).status, 'active');
    const body = { wallet: 'google_pay' };
    const asked = await tenant.call({
      method: 'POST',
      path: `/simulations/cards/${card.id}/provision-token`,
      body,
    });
    assert.deepEqual([asked.status, asked.body.current_status], [409, 'frozen']);
    await done(tenant, `/cards/${card.id}/close`, { reason: 'other' });
    await clock.advance(2_000);
    for (const { id } of tokens) {
      const { status, issuer_sync } = await tokenOf(tenant, id);
      assert.deepEqual([status, issuer_sync.status], ['deleted', 'synced']);
    }
    assert.equal((await tokenOf(tenant, tokens[0]?.id ?? '')).status_reason, 'card_closed');
  });

  test('is updated at an issuer that was down, by the sweep', async () => {
    const tenant = await aBusiness();
    const token = await provisioned(tenant, (await aStoredCard(tenant)).id);
    const ofIssuer = ({ body }: { body?: Buffer }) =>
      Boolean(body?.includes('-issuer"') && body.includes('token/'));
    const down = faults.add({
      function: functionName('sandbox', reconcileCards.id),
      operation: 'UpdateItem',
      when: ofIssuer,
      service: 'dynamodb',
      effect: 'unavailable',
    });
    await done(tenant, `/card-tokens/${token.id}/suspend`);
    await clock.advance(2_000);
    assert.equal((await tokenOf(tenant, token.id)).issuer_sync.error, 'unreachable');
    down.remove();
    await clock.advance(again_ms);
    assert.equal(await syncOf(tenant, token.id), 'synced');
    assert.equal(await statusAtIssuer(tenant, token.id), 'suspended');
  });
});
