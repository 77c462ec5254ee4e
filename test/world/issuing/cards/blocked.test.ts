import '../../process.ts';
import assert from 'node:assert/strict';
import {
  type CardAction,
  type CardRequest,
  type CardState,
  type CardType,
  cardActionNames,
  cardTransitions,
} from '../../../../functions/issuing/cards/states.ts';
import { until } from '../../../../local/test/helpers/until.ts';
import { type Answer, done } from '../../../helpers/call.ts';
import { cardsOf } from '../../../helpers/cards.ts';
import { aCardholder, anOrderedCard } from '../../../helpers/fixtures/cards.ts';
import type { Tenant } from '../../../helpers/fixtures/tenants.ts';
import type { Any } from '../../../helpers/printed-document.ts';
import { before, describe, test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';

const service = await world();
let tenant: Tenant;
let cards: ReturnType<typeof cardsOf>;
before(async () => {
  tenant = await service.aBusiness();
  cards = cardsOf(tenant);
});

const types: readonly CardType[] = ['virtual', 'physical'];
const states = Object.keys(cardTransitions) as readonly CardState[];
type Action = CardAction | CardRequest;

/** A card without what its issuer knows of it, which follows by itself. */
const itself = ({ issuer_sync, ...card }: Any): Any => card;

const isRefused = async (card: Any, action: Action, answer: Answer): Promise<void> => {
  const { status, body } = answer;
  assert.deepEqual([status, body.code], [409, 'action_not_allowed'], `${action}: ${answer.text}`);
  assert.deepEqual(
    [body.current_status, body.allowed_actions],
    [card.status, card.allowed_actions],
    action,
  );
  assert.ok(!card.allowed_actions.includes(action));
  assert.deepEqual(
    itself(await cards.read(card.id)),
    itself(card),
    `${action} has changed what it was refused for`,
  );
};

describe('a card that is blocked', () => {
  for (const type of types)
    test(`can be closed and nothing else, ${type}, whatever it was; and is again what it was`, async () => {
      const { id } = await aCardholder(tenant, ['virtual_cards', 'physical_cards']);
      const open = states.filter(
        (state) => state !== 'closed' && (type === 'physical' || state !== 'inactive'),
      );
      const before: Any[] = [];
      for (const state of open)
        before.push(await anOrderedCard(tenant, { type, state, customer_id: id }));
      const last = await anOrderedCard(tenant, { type, customer_id: id });
      await done(tenant, `/customers/${id}/suspend`);
      const blockedNow = async ({ id }: Any): Promise<Any> =>
        until(async () => {
          const card = await cards.read(id);
          return card.status === 'blocked' && card.blocked_by.length === 2 && card;
        }, `${id} is blocked`);
      for (const one of [...before, last]) {
        const card = await blockedNow(one);
        assert.deepEqual(card.allowed_actions, ['close']);
        assert.deepEqual(card.blocked_by, ['customer_suspended', 'feature_suspended']);
        for (const action of cardActionNames)
          if (action !== 'close') await isRefused(card, action, await cards.act(card, action));
      }
      assert.equal(
        (await cards.list(['customer_id', id], ['status', 'blocked'])).length,
        before.length + 1,
      );
      assert.equal((await cards.act(last, 'close')).body.status, 'closed');
      await done(tenant, `/customers/${id}/reactivate`);
      for (const { id, status, allowed_actions } of before)
        await until(
          async () => (await cards.read(id)).status === status,
          `${id} is ${status}`,
        ).then(async () =>
          assert.deepEqual((await cards.read(id)).allowed_actions, allowed_actions),
        );
      assert.equal((await cards.read(last.id)).status, 'closed');
    });
});
