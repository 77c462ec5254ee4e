import '../../process.ts';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { individual } from '../../../helpers/fixtures/customers.ts';
import { test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';

const service = await world();
const tenant = await service.aBusiness();

const notable = [
  '\u200c',
  '\u200d',
  '\u200b',
  '\u202e',
  '\ufe0f',
  '\u{e0100}',
  '\u{e0041}',
  '\ud800',
  '\udc00',
  '\u0000',
];
const letters = [
  'a',
  'É',
  'ع',
  'ی',
  'ر',
  '李',
  'ශ',
  '්',
  'क',
  '्',
  '❤',
  '😀',
  ' ',
  '-',
  '4',
  'e\u0301',
  '"',
  '\\',
  '<',
  '&',
];
const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff })
  .map((code) => String.fromCodePoint(code));
const unit = fc.oneof(
  { weight: 60, arbitrary: fc.constantFrom(...letters) },
  { weight: 2, arbitrary: fc.constantFrom(...notable) },
  { weight: 1, arbitrary: anyCharacter },
);

const text = fc.string({ unit, maxLength: 6 }).map((rest) => `A${rest}`);
const plain = { noNullPrototype: true };
const texts = fc.record(
  {
    first_name: text,
    last_name: text,
    address: fc.record({ line1: text, city: text }, plain),
    metadata: fc.dictionary(
      fc.string({ unit, minLength: 1, maxLength: 3 }),
      fc.string({ unit, maxLength: 6 }),
      {
        maxKeys: 3,
        ...plain,
      },
    ),
  },
  plain,
);

/** A name as it is stored, in other words than the service's. */
const tidied = (name: string) =>
  name
    .split(/[\u200b\xad]/)
    .join('')
    .trim()
    .split(/\s+/)
    .join(' ');

test('every text is 400 with its place, or stored and read back as it was sent, and a name tidied', async () => {
  const answers = { 201: 0, 400: 0 };
  const property = fc.asyncProperty(texts, async (generated) => {
    const fields = { ...generated, external_id: randomUUID() };
    const { status, body, text } = await tenant.call({
      method: 'POST',
      path: '/customers',
      body: individual(fields),
    });
    assert.ok(status === 201 || status === 400, text);
    answers[status] += 1;
    if (status === 400) {
      const pointers: string[] = body.errors.map(({ pointer }: { pointer: string }) => pointer);
      assert.ok(
        pointers.every((pointer) => /^\/(first_name|last_name|address|metadata)/.test(pointer)),
        text,
      );
      return;
    }
    const { first_name, last_name, address, metadata } = body;
    assert.deepEqual([first_name, last_name], [fields.first_name, fields.last_name].map(tidied));
    assert.deepEqual(
      [address.line1, address.city, metadata],
      [...Object.values(fields.address), fields.metadata],
    );
    assert.deepEqual(
      (await tenant.call({ method: 'GET', path: `/customers/${body.id}` })).body,
      body,
    );
    const { data } = (
      await tenant.call({
        method: 'GET',
        path: '/customers',
        query: [['external_id', fields.external_id]],
      })
    ).body;
    assert.deepEqual(data, [body]);
  });
  // Under quick too: of fewer, too few are rejected.
  await fc.assert(property, { numRuns: 100, seed: 20_261_125 });
  assert.ok(answers[201] > 20 && answers[400] > 20, JSON.stringify(answers));
});

test('names in scripts that need joiners are taken, and the same characters elsewhere are not', async () => {
  const created = async (fields: object) =>
    (await tenant.call({ method: 'POST', path: '/customers', body: individual(fields) })).status;
  for (const first_name of ['علی\u200cرضا', 'ශ්\u200dරී', 'র\u200d্যাব', 'A\u200bda\xad'])
    assert.equal(await created({ first_name }), 201);
  for (const first_name of [
    'Ada\u200c',
    'A\u2060da',
    'a\u202eb',
    'a\ufff9',
    'a\ufe0f',
    'a\u{e0041}',
    'a\ud800',
  ])
    assert.equal(await created({ first_name }), 400);
});
