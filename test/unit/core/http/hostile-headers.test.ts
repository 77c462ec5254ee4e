import assert from 'node:assert/strict';
import {
  listCustomers,
  suspendCustomer,
  updateCustomer,
} from '../../../../functions/identity/customers/routes.ts';
import { outcomeOf } from '../../../helpers/sent-to-customers.ts';
import { describe, test } from '../../../helpers/tests.ts';

describe('a content type', () => {
  const key = ['idempotency-key', 'key'] as const;
  const types: readonly [string[], string][] = [
    [['application/json'], '200'],
    [['Application/JSON; charset=utf-8'], '200'],
    [['application/json;'], '200'],
    [['application/json; charset="UTF8"; x=y'], '200'],
    [['application/json; charset=iso-8859-1'], '415 unsupported_media_type'],
    [['application/json; x=y;Charset="latin1"'], '415 unsupported_media_type'],
    [['application/json; charset=utf-16'], '415 unsupported_media_type'],
    [[], '415 unsupported_media_type'],
    [[''], '415 unsupported_media_type'],
    [['application/jsonp'], '415 unsupported_media_type'],
    [['text/json'], '415 unsupported_media_type'],
    [['application/merge-patch+json'], '415 unsupported_media_type'],
    [['application/json', 'text/plain'], '415 unsupported_media_type'],
  ];
  for (const [sent, outcome] of types)
    test(`${JSON.stringify(sent)} on a POST: ${outcome}`, async () => {
      const headers = [key, ...sent.map((type) => ['CONTENT-type', type] as const)];
      assert.equal(await outcomeOf(suspendCustomer, { body: '{}', headers }), outcome);
    });

  test('of a merge patch is taken on a PATCH', async () => {
    const headers = [['content-type', 'application/merge-patch+json; charset=utf-8']] as const;
    assert.equal(await outcomeOf(updateCustomer, { body: '{}', headers }), '200');
  });

  test('is not asked of a request without a body', async () => {
    assert.equal(
      await outcomeOf(suspendCustomer, { headers: [key, ['content-type', 'text/plain']] }),
      '200',
    );
    assert.equal(
      await outcomeOf(listCustomers, {
        headers: [['content-type', 'text/plain']],
        body: 'ignored',
      }),
      '200',
    );
  });
});

describe('an Idempotency-Key', () => {
  const sent: readonly [string[], string][] = [
    [['~'.repeat(255)], '200'],
    [['a/b?c=d#e'], '200'],
    [['x'.repeat(256)], '400 idempotency_key_invalid'],
    [['a b'], '400 idempotency_key_invalid'],
    [['order-4242.4242.4242.4242'], '200'],
    [['4242424242424242'], '200'],
    [['1764350000000-0.4242424242424242'], '200'],
    [['42424242-4242-4242-8aaa-aaaaaaaaaaaa'], '200'],
    [['é'], '400 idempotency_key_invalid'],
    [['a\u007f'], '400 idempotency_key_invalid'],
    [['a', 'b'], '400 idempotency_key_invalid'],
    [['a', 'a'], '200'],
    [['a', 'b', 'a'], '400 idempotency_key_invalid'],
    [[''], '400 idempotency_key_required'],
    [[], '400 idempotency_key_required'],
  ];
  for (const [keys, outcome] of sent)
    test(`${JSON.stringify(keys).slice(0, 40)}: ${outcome}`, async () =>
      assert.equal(
        await outcomeOf(suspendCustomer, { headers: keys.map((key) => ['iDEMPOTENCY-kEY', key]) }),
        outcome,
      ));
});
