import assert from 'node:assert/strict';
import type { CardAction, CardRequest } from '../../functions/issuing/cards/states.ts';
import type { Answer } from './call.ts';
import { publicKey } from './examples/cards.ts';
import type { Tenant } from './fixtures/tenants.ts';
import type { Any } from './printed-document.ts';

/** The actions on cards, in one line each. */
export const cardsOf = ({ call }: Pick<Tenant, 'call'>) => {
  const read = async (id: string): Promise<Any> => {
    const answer = await call({ method: 'GET', path: `/cards/${id}` });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  return {
    read,
    order: (body: object, key?: string): Promise<Answer> =>
      call({
        method: 'POST',
        path: '/cards',
        body,
        ...(key && { headers: { 'idempotency-key': key } }),
      }),
    change: (id: string, body: object): Promise<Answer> =>
      call({ method: 'PATCH', path: `/cards/${id}`, body }),
    /** With a body that fits the card, unless another is given. */
    act: (
      card: Any,
      action: CardAction | CardRequest,
      body: object = bodies(card)[action],
    ): Promise<Answer> => call({ method: 'POST', path: `/cards/${card.id}/${action}`, body }),
    list: async (...query: readonly (readonly [string, string])[]): Promise<Any[]> => {
      const answer = await call({ method: 'GET', path: '/cards', query });
      assert.equal(answer.status, 200, answer.text);
      return answer.body.data;
    },
    /** The events of a card, oldest first. */
    events: async (id: string): Promise<Any[]> => {
      const query = [['resource_id', id]] as const;
      return (await call({ method: 'GET', path: '/events', query })).body.data.toReversed();
    },
  };
};

const bodies = ({ last4 }: Any): Record<CardAction | CardRequest, object> => ({
  activate: { last4 },
  freeze: {},
  unfreeze: {},
  close: { reason: 'other' },
  replace: { reason: 'damaged' },
  reveal: { public_key: publicKey },
  'unblock-pin': {},
});
