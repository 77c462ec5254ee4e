import assert from 'node:assert/strict';
import { ApiError } from '../../../../functions/core/api-error.ts';
import { idsAt } from '../../../../functions/core/new-id.ts';
import { saveCustomer } from '../../../../functions/identity/customers/table.ts';
import { newEndpoint } from '../../../../functions/issuing/authorization-endpoints/model.ts';
import {
  endpointKeys,
  saveEndpoint,
} from '../../../../functions/issuing/authorization-endpoints/table.ts';
import {
  readAuthorization,
  saveAuthorization,
} from '../../../../functions/issuing/authorizations/table.ts';
import type { Card } from '../../../../functions/issuing/cards/model.ts';
import { saveCard } from '../../../../functions/issuing/cards/table.ts';
import { transitionCard } from '../../../../functions/issuing/cards/transitions.ts';
import { anIssuer, customer, limitedTo } from '../../../helpers/an-issuer.ts';
import { aNotice, anAuthorization } from '../../../helpers/fixtures/authorizations.ts';
import { aCard, now } from '../../../helpers/fixtures/cards.ts';
import { describe, test } from '../../../helpers/tests.ts';

describe('what an issuer asks', () => {
  test('is decided, recorded, counted and published in one transaction', async () => {
    const issuer = anIssuer();
    const { approved, authorization } = await issuer.asks();
    assert.ok(approved && authorization);
    assert.deepEqual(
      await readAuthorization(issuer.db, aCard().tenant_id, authorization.id),
      authorization,
    );
    assert.equal(await issuer.spent(), 100);
    const resource = { id: authorization.id, object: 'authorization' };
    const event = {
      type: 'card.authorization_approved',
      sequence: 1,
      resource,
      customer_id: customer.id,
    };
    assert.deepEqual(await issuer.events(), [event]);
  });

  test('and is declined is recorded with its event, and counts nothing', async () => {
    const issuer = anIssuer({ state: 'frozen' });
    const { approved, authorization } = await issuer.asks();
    assert.deepEqual(
      [approved, authorization?.decline_reason, authorization?.status],
      [false, 'card_frozen', 'closed'],
    );
    assert.deepEqual(
      [await issuer.eventTypes(), await issuer.spent()],
      [['card.authorization_declined'], 0],
    );
    assert.deepEqual(await issuer.all(), [authorization]);
  });

  test('is decided by the customer’s status, before the job has reconciled the card', async () => {
    const issuer = anIssuer();
    issuer.give(...saveCustomer({ ...customer, status: 'suspended' }));
    assert.equal((await issuer.asks()).authorization?.decline_reason, 'card_blocked');
  });

  test('takes three round trips, and one when it is asked again', async () => {
    const issuer = anIssuer();
    await issuer.asks();
    assert.ok(issuer.trips.splice(0).length <= 3);
    await issuer.asks();
    assert.ok(issuer.trips.length <= 1);
  });

  test('of no card is declined in one, and leaves nothing behind', async () => {
    const issuer = anIssuer();
    const declined = { approved: false, authorization: undefined };
    assert.deepEqual(await issuer.asks({ card_id: 'card_01h455vb4pex5vsknk084sn02q' }), declined);
    assert.deepEqual(await issuer.asks({ tenant_id: 'biz_01h455vb4pex5vsknk084sn02q' }), declined);
    assert.deepEqual([issuer.trips.includes('commit'), await issuer.eventTypes()], [false, []]);
  });

  test('is answered the same again, whatever it asks for then and however the card stands', async () => {
    const issuer = anIssuer(limitedTo(150));
    const { authorization } = await issuer.asks();
    issuer.give(saveCard(transitionCard(aCard(limitedTo(150)), 'freeze', null, now).after));
    assert.deepEqual(await issuer.asks({ amount: 1_000 }), { approved: true, authorization });
    assert.deepEqual(await issuer.asks({ amount: 1 }), { approved: true, authorization });
    assert.deepEqual([(await issuer.eventTypes()).length, await issuer.spent()], [1, 100]);
  });

  test('at once under one name has one answer and one effect', async () => {
    const issuer = anIssuer(limitedTo(150));
    const amounts = [100, 90, 100, 151, 100];
    const answers = await Promise.all(amounts.map((amount) => issuer.asks({ amount })));
    const [one] = answers;
    for (const answer of answers) assert.deepEqual(answer, one);
    assert.equal(await issuer.spent(), one?.authorization?.amount);
    assert.deepEqual([(await issuer.all()).length, (await issuer.eventTypes()).length], [1, 1]);
  });

  test('is another question by another name, of another issuer or moment', async () => {
    const issuer = anIssuer();
    const later = new Date(now.getTime() + 1).toISOString();
    const others = [
      {},
      { issuer_reference: 'iauth_2' },
      { issuer: 'stripe' },
      { created_at: later },
    ];
    for (const other of others) await issuer.asks(other);
    assert.equal(await issuer.spent(), 400);
    const [newest] = await issuer.all();
    assert.equal(newest?.created_at, later, 'ids sort by the moment that the issuer names');
  });

  test('fifty times at once never spends above a limit', async () => {
    const issuer = anIssuer(limitedTo(1_000));
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, nth) =>
        // A request that lost too many races gets an outage, and so is declined.
        issuer
          .asks({ issuer_reference: `iauth_${nth}` })
          .catch((error) => (error instanceof ApiError ? undefined : assert.fail(error))),
      ),
    );
    const approved = answers.filter((answer) => answer?.approved);
    assert.ok(approved.length > 0 && approved.length <= 10, `${approved.length} were approved`);
    assert.equal(await issuer.spent(), approved.length * 100);
    assert.equal((await issuer.all({ approved: true })).length, approved.length);
    assert.equal(
      (await issuer.all()).length,
      answers.filter((answer) => answer !== undefined).length,
    );
  });

  test('is decided again where the card changes meanwhile', async () => {
    let races = 0;
    const issuer = anIssuer({}, { before: () => void (races++ === 0 && freeze()) });
    const freeze = () => issuer.give(saveCard(transitionCard(aCard(), 'freeze', null, now).after));
    assert.equal((await issuer.asks()).authorization?.decline_reason, 'card_frozen');
    assert.deepEqual([races, await issuer.spent()], [2, 0]);
  });

  for (const when of ['before', 'after'] as const)
    test(`by a function that is killed ${when} its commit is decided once when it is asked again`, async () => {
      let calls = 0;
      const killed = () => {
        if (calls++ === 0) throw new Error('killed');
      };
      const issuer = anIssuer({}, { [when]: killed });
      await assert.rejects(issuer.asks(), /killed/);
      assert.equal(await issuer.spent(), when === 'after' ? 100 : 0);
      assert.ok((await issuer.asks({ amount: when === 'after' ? 999 : 100 })).approved);
      assert.deepEqual(
        [await issuer.spent(), await issuer.eventTypes()],
        [100, ['card.authorization_approved']],
      );
    });
});

test('a replacement shares what is counted, and its authorizations are its own', async () => {
  const first = aCard({ id: 'card_01jd5fq7k9e8xv3m2n4p6r8t1x', ...limitedTo(100) });
  const issuer = anIssuer({ counted_with: first.id, ...limitedTo(100) });
  issuer.give(saveCard({ ...first, counted_with: first.id }));
  assert.ok((await issuer.asks({ card_id: first.id, amount: 70 })).approved);
  assert.equal((await issuer.asks({ issuer_reference: 'iauth_2', amount: 31 })).approved, false);
  await issuer.notifies(aNotice({ status: 'reversed' }), { card_id: first.id });
  assert.ok((await issuer.asks({ issuer_reference: 'iauth_3', amount: 100 })).approved);
  assert.equal((await issuer.all()).length, 2);
});

test('the authorizations of a card are listed newest first, by status and by what was decided', async () => {
  const issuer = anIssuer(limitedTo(250));
  const at = (second: number) => new Date(now.getTime() + second * 1_000).toISOString();
  for (const nth of [0, 1, 2])
    await issuer.asks({ issuer_reference: `iauth_${nth}`, created_at: at(nth) });
  await issuer.notifies(aNotice({ status: 'reversed' }), {
    issuer_reference: 'iauth_0',
    created_at: at(0),
  });
  const named = async (filter: object) =>
    (await issuer.all(filter))
      .map(({ issuer_reference }) => issuer_reference.slice('iauth_'.length))
      .join();
  assert.equal(await named({}), '2,1,0');
  assert.equal(await named({ status: 'closed' }), '2');
  assert.equal(await named({ status: 'pending' }), '1');
  assert.equal(await named({ approved: true }), '1,0');
  assert.equal(await named({ approved: false }), '2');
  assert.equal(await named({ approved: true, status: 'reversed' }), '0');
  assert.equal(await named({ approved: false, status: 'pending' }), '');
});

test('one that fits is found behind hundreds that do not', async () => {
  const issuer = anIssuer();
  const { authorization } = await issuer.asks();
  const ids = idsAt(new Date(now.getTime() + 1_000));
  const closed = Array.from({ length: 900 }, () =>
    anAuthorization({ id: ids('authorization'), status: 'closed' }),
  );
  issuer.give(...closed.map((one) => saveAuthorization(one)));
  assert.deepEqual(await issuer.all({ status: 'pending' }), [authorization]);
});

describe('a business with an endpoint', () => {
  const { tenant_id } = aCard();
  const key = { encrypted: 'c2VhbGVk' };
  const making = { id: 'aep_01h455vb4pex5vsknk084sn02q', tenant_id, key, now };
  const { after: endpoint } = newEndpoint({ url: 'https://example.com/authorize' }, making);
  const withEndpoint = (over: Partial<Card>) => {
    const issuer = anIssuer(over);
    issuer.give(saveEndpoint(endpoint));
    const leases = () =>
      issuer
        .everything('resources')
        .filter(({ pk }) => pk === endpointKeys.question(tenant_id, '').pk);
    return { issuer, leases };
  };

  test('is not asked about what the card alone declines, and no lease of a question is written', async () => {
    for (const over of [{ state: 'frozen' as const }, limitedTo(99), { currency: 'EUR' }]) {
      const { issuer, leases } = withEndpoint(over);
      const { authorization } = await issuer.asks();
      assert.deepEqual([authorization?.decided_by, leases()], ['rules', []], JSON.stringify(over));
      assert.deepEqual(issuer.trips, ['batch', 'batch', 'commit']);
    }
  });
});
