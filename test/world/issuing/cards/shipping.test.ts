import '../../process.ts';
import assert from 'node:assert/strict';
import type { Card } from '../../../../functions/issuing/cards/model.ts';
import type { Answer } from '../../../helpers/call.ts';
import { aStoredParcel } from '../../../helpers/fixtures/cards.ts';
import type { Any } from '../../../helpers/printed-document.ts';
import { test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';

const { aBusiness } = await world();
const tenant = await aBusiness();

const moved = ({ id }: Card, body: object): Promise<Answer> =>
  tenant.call({ method: 'POST', path: `/simulations/cards/${id}/shipping`, body });

/** The parcel after a step that succeeds. */
const stepped = async (card: Card, body: object): Promise<Any> => {
  const answer = await moved(card, body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.shipping;
};

test('a parcel is followed to its delivery, with an event for each step', async () => {
  const card = await aStoredParcel(tenant);
  for (const status of ['submitted', 'shipped', 'delivered'])
    assert.equal(
      (await stepped(card, { status, tracking_number: 'RR123456785GB' })).status,
      status,
    );
  const { body } = await tenant.call({
    method: 'GET',
    path: '/events',
    query: [['resource_id', card.id]],
  });
  const { carrier, tracking_number, tracking_url, estimated_delivery, history } = (
    await tenant.call({ method: 'GET', path: `/events/${body.data[0].id}` })
  ).body.data.shipping;
  const url = 'https://tracking.example/RR123456785GB';
  assert.deepEqual([carrier, tracking_number, tracking_url], ['simulator', 'RR123456785GB', url]);
  assert.match(estimated_delivery, /^\d{4}-\d{2}-\d{2}$/);
  assert.deepEqual(
    history.map((step: Any) => step.status),
    ['pending', 'submitted', 'shipped', 'delivered'],
  );
  assert.deepEqual(
    body.data.map((event: Any) => [event.type, event.sequence]),
    [4, 3, 2].map((sequence) => ['card.shipping_updated', sequence]),
  );
});
