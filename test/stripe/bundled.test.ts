import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { build } from 'esbuild';
import type { ApiError } from '../../functions/core/api-error.ts';
import type { CardIssuer } from '../../functions/issuing/issuers/issuer.ts';
import { bundling, definedVariables } from '../../lib/bundles.ts';
import { issuedOf } from '../helpers/card-issuer-contract.ts';
import { anOrder } from '../helpers/fixtures/cards.ts';
import { madeFor, sharedStripe } from './account.ts';

/** The adapter as functions carry it: bundled, with short names. */
const bundled = async (folder: string): Promise<CardIssuer> => {
  const outfile = join(folder, 'issuer.cjs');
  await build({
    stdin: {
      contents: "export * from './functions/issuing/issuers/chosen.ts'",
      resolveDir: process.cwd(),
    },
    ...bundling,
    define: definedVariables({ CARD_ISSUER: 'stripe' }),
    outfile,
  });
  return createRequire(import.meta.url)(outfile).cardIssuer();
};

const folder = mkdtempSync(join(tmpdir(), 'stripe-'));
const stripe = await sharedStripe();
const issuer = await bundled(folder);
after(() => rmSync(folder, { recursive: true }));

test('Stripe’s library as it is bundled makes, updates, reveals and cancels a card', async () => {
  const order = anOrder();
  const { issuer_reference: reference, last4 } = issuedOf(await issuer.issue(order));
  const reported = {
    reference,
    id: order.id,
    version: 2,
    cancellation_reason: null,
    limits: order.limits,
    currency: 'USD',
  } as const;
  await issuer.push({ ...reported, status: 'inactive' });
  assert.ok((await issuer.secrets(reference)).number.endsWith(last4));
  assert.equal(
    (await issuer.ephemeralKey(reference, 'ephkn_made_1')).secret,
    `ek_test_${reference}`,
  );
  await issuer.void(order.id);
  assert.deepEqual((await madeFor(stripe, order)).cards, ['canceled']);
});

test('and it knows its errors and its failures by their names, and looks through lists', async () => {
  const homeless = anOrder({ cardholder: { ...anOrder().cardholder, billing_address: null } });
  await assert.rejects(issuer.issue(homeless), ({ code }: ApiError) => code === 'issuer_refused');
  await assert.rejects(
    issuer.secrets('ic_none'),
    ({ code }: ApiError) => code === 'reveal_not_available',
  );
  await stripe.injectFault({ on: 'POST /v1/issuing/cards', nth: 1, effect: 'done_and_failed' });
  const order = anOrder({ ordered_at: new Date(Date.now() - 25 * 3_600_000).toISOString() });
  assert.equal((await issuer.issue(order)).outcome, 'issued');
  const { cards } = await stripe.known();
  assert.equal(cards.filter(({ metadata }) => metadata.order_id === order.id).length, 1);
});
