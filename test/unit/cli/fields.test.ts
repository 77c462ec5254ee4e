import assert from 'node:assert/strict';
import { fieldsOf } from '../../../cli/fields.ts';
import { test } from '../../helpers/tests.ts';

test('-d makes text, JSON and objects inside', async () => {
  const given = [
    'type=virtual',
    'amount:=4250',
    'note=a=b:=c',
    'address.city=London',
    'address.country=GB',
  ];
  const address = { city: 'London', country: 'GB' };
  assert.deepEqual(await fieldsOf([...given, 'type=physical']), {
    type: 'physical',
    amount: 4250,
    note: 'a=b:=c',
    address,
  });
  assert.equal(await fieldsOf([]), undefined);
});

test('-d says what it takes', async () => {
  for (const given of ['amount', '=1', '__proto__.x=1', 'a.__proto__=1'])
    await assert.rejects(fieldsOf([given]), { name: 'UsageError', message: /^-d takes name=text/ });
  await assert.rejects(fieldsOf(['amount:=4 250']), { message: 'amount is not JSON.' });
});
