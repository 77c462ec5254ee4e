import assert from 'node:assert/strict';
import {
  type Authorization,
  merchantOf,
} from '../../../../functions/issuing/authorizations/model.ts';
import type { AuthorizationNotice } from '../../../../functions/issuing/authorizations/settlement.ts';
import { simulatedNotice } from '../../../../functions/issuing/authorizations/simulated-notice.ts';
import { anAuthorization } from '../../../helpers/fixtures/authorizations.ts';
import { now } from '../../../helpers/fixtures/cards.ts';
import { describe, test } from '../../../helpers/tests.ts';

describe('a simulation lets the issuer say', () => {
  const said = (status: AuthorizationNotice['status'], over: object = {}) =>
    simulatedNotice(
      anAuthorization({ captured_amount: 30 }),
      { status, ...over },
      { reference: 'ipi_1', now },
    );
  const capturedBy = (...[status, over]: Parameters<typeof said>) =>
    said(status, over).transactions.map(({ kind, amount }) => [kind, amount]);

  test('that the rest was captured, unless it says how much in all', () => {
    assert.deepEqual(capturedBy('closed'), [['capture', 70]]);
    assert.deepEqual(capturedBy('closed', { captured_amount: 40 }), [['capture', 10]]);
    assert.deepEqual(
      [capturedBy('closed', { captured_amount: 30 }), capturedBy('reversed')],
      [[], []],
    );
    assert.deepEqual([said('pending', { amount: 170 }).amount, capturedBy('pending')], [170, []]);
  });

  const refused: [string, Partial<Authorization>, string[]][] = [
    ['closed', { status: 'closed' }, []],
    ['declined', { status: 'closed', approved: false }, []],
    ['reversed', { status: 'reversed' }, ['closed']],
    ['expired', { status: 'expired' }, ['closed', 'reversed']],
  ];
  for (const [what, over, allowed_actions] of refused)
    test(`nothing that cannot follow on what is ${what}`, () => {
      const current_status = over.status ?? '';
      const details = { current_status, allowed_actions };
      const found = anAuthorization(over);
      assert.throws(
        () => simulatedNotice(found, { status: 'pending' }, { reference: 'ipi_1', now }),
        {
          code: 'action_not_allowed',
          details,
        },
      );
    });
});

describe('a merchant is recorded', () => {
  test('as far as it can be', () => {
    const plain = {
      name: 'Corner Shop',
      category: '5411',
      country: 'GB',
      network_id: '1234567890',
    };
    const nothing = { name: null, category: null, country: null, network_id: null };
    assert.deepEqual(merchantOf(plain), plain);
    assert.deepEqual(merchantOf(nothing), nothing);
    assert.deepEqual(
      merchantOf({ name: ' ', category: '54', country: 'gb', network_id: 'a b' }),
      nothing,
    );
  });

  const names: [string, string, string | null][] = [
    ['without what is not seen', 'Cor\u0000ner\u202e Shop\n', 'Cor ner  Shop'],
    ['as long as names are', 'é'.repeat(200), 'é'.repeat(100)],
    ['with whole characters', '😀'.repeat(101), '😀'.repeat(100)],
    ['and never with a card number', 'Shop 4242 4242 4242 4242', null],
  ];
  for (const [what, said, name] of names)
    test(what, () =>
      assert.equal(
        merchantOf({ name: said, category: null, country: null, network_id: null }).name,
        name,
      ),
    );
});
