import '../../process.ts';
import assert from 'node:assert/strict';
import { done, seen } from '../../../helpers/call.ts';
import { purchase } from '../../../helpers/examples/cards.ts';
import { aCardToSpend } from '../../../helpers/fixtures/cards.ts';
import type { Any } from '../../../helpers/printed-document.ts';
import { variantsOf } from '../../../helpers/stored/fields.ts';
import { describe, test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';

const { aBusiness, logs, tables } = await world();
const tenant = await aBusiness();
const { id: card_id, customer_id } = await aCardToSpend(tenant);
await done(tenant, `/simulations/cards/${card_id}/authorize`, purchase);

const items: readonly Any[] = await tables.items('resources', tenant.tenant_id);
const itemOf = (fits: (item: Any) => boolean): Any =>
  items.find(fits) ?? assert.fail('nothing is stored');

/** The items that an amount is decided over. */
const decidedOver = {
  card: itemOf(({ sk }) => sk === card_id),
  customer: itemOf(({ sk }) => sk === customer_id),
  activation: itemOf(({ pk }) => pk.endsWith(`${customer_id}/activation`)),
  spending: itemOf(({ sk }) => sk === 'spending'),
  account: itemOf(({ sk }) => String(sk).startsWith('acct_')),
};

const store = ({ pk, sk, ...item }: Any): Promise<unknown> =>
  tables.put([{ kind: 'put', key: { table: 'resources', pk, sk }, item } as never]);

const authorizations = async () => (await seen(tenant, '/authorizations?limit=100')).data;

describe('an amount is not decided, and nothing of it is stored', () => {
  for (const [kind, item] of Object.entries(decidedOver)) {
    const missing = variantsOf(kind as keyof typeof decidedOver, item).filter(
      ({ defaulted }) => defaulted === undefined,
    );
    assert.ok(missing.length > 0, `each field of ${kind} has a default`);
    for (const { path, lacking } of missing)
      test(`without ${path.join('.')} of the ${kind}`, async () => {
        const before = await authorizations();
        const printed = logs.lines().length;
        await store(lacking);
        const { status, body, text } = await tenant.call({
          method: 'POST',
          path: `/simulations/cards/${card_id}/authorize`,
          body: purchase,
        });
        await store(item);
        assert.deepEqual([status, body.code], [500, 'unreadable_item'], text);
        const lines = logs.lines().slice(printed);
        assert.ok(lines.some(({ line }) => line.includes('stored_item_unreadable')));
        assert.deepEqual(await authorizations(), before);
      });
  }

  test('and with all of them whole it is', async () => {
    const before = await authorizations();
    const { approved } = await done(tenant, `/simulations/cards/${card_id}/authorize`, purchase);
    assert.equal(approved, true);
    assert.equal((await authorizations()).length, before.length + 1);
  });
});
