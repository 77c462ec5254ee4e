import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BadConfiguration } from '../../local/bad-configuration.ts';
import { type BusEvent, transformOf } from '../../local/events/input.ts';
import { patternOf } from '../../local/events/pattern.ts';

const event = {
  source: 'bank',
  'detail-type': 'card.frozen',
  resources: ['arn:one', 'arn:two'],
  detail: {
    tenant_id: 'biz_1',
    count: 5,
    active: true,
    nothing: null,
    empty: [],
    path: 'a/b.txt',
    item: { color: 'Red' },
    lines: [
      { sku: 'x', price: 1 },
      { sku: 'y', price: 9 },
    ],
  },
};

const detail = (expected: object) => ({ detail: expected });

const fitting: [string, object][] = [
  ['one of several values', { source: ['shop', 'bank'] }],
  ['every field', { source: ['bank'], 'detail-type': ['card.frozen'] }],
  ['one of a list of the event', { resources: ['arn:two'] }],
  ['numbers, truth and null as themselves', detail({ count: [5], active: [true], nothing: [null] })],
  ['a beginning', { 'detail-type': [{ prefix: 'card.' }] }],
  ['a beginning in any case', detail({ item: { color: [{ prefix: { 'equals-ignore-case': 'rE' } }] } })],
  ['an end', detail({ path: [{ suffix: '.txt' }] })],
  ['a text in any case', detail({ item: { color: [{ 'equals-ignore-case': 'rED' }] } })],
  ['anything but a value', { source: [{ 'anything-but': 'shop' }] }],
  ['anything but several', detail({ count: [{ 'anything-but': [4, 6] }] })],
  ['anything but a beginning', { source: [{ 'anything-but': { prefix: ['shop', 'x'] } }] }],
  ['anything but a wildcard', detail({ path: [{ 'anything-but': { wildcard: '*.png' } }] })],
  ['a range', detail({ count: [{ numeric: ['>', 4, '<=', 5] }] })],
  ['a wildcard', detail({ path: [{ wildcard: 'a/*.t*t' }] })],
  ['a field that is there', detail({ tenant_id: [{ exists: true }], nothing: [{ exists: true }] })],
  ['a field that is not', detail({ missing: [{ exists: false }], item: { size: [{ exists: false }] } })],
  ['a field below nothing that is not', detail({ missing: { deeper: [{ exists: false }] } })],
  ['an empty list as nothing', detail({ empty: [{ exists: false }] })],
  ['an inner node as no value', detail({ item: [{ exists: false }] })],
  ['one element of a list as a whole', detail({ lines: { sku: ['y'], price: [{ numeric: ['>', 5] }] } })],
  ['one of two patterns', { $or: [{ source: ['shop'] }, detail({ count: [5] })] }],
  ['one of two patterns below', detail({ tenant_id: ['biz_1'], $or: [{ count: [1] }, { active: [true] }] })],
  ['a matcher or a value', detail({ count: ['5', { numeric: ['=', 5] }] })],
];

const others: [string, object][] = [
  ['another value', { source: ['shop'] }],
  ['only one of two fields', { source: ['bank'], 'detail-type': ['other'] }],
  ['a number as text', detail({ count: ['5'] })],
  ['a text in another case', { source: ['Bank'] }],
  ['a value that is excluded', { source: [{ 'anything-but': ['bank', 'shop'] }] }],
  ['anything but a value of nothing', detail({ missing: [{ 'anything-but': 'x' }] })],
  ['a number out of range', detail({ count: [{ numeric: ['>', 5] }] })],
  ['a text as number', detail({ tenant_id: [{ numeric: ['>', 0] }] })],
  ['a wildcard that goes on', detail({ path: [{ wildcard: 'a/*.tx' }] })],
  ['a star that is meant as one', detail({ path: [{ wildcard: 'a\\*' }] })],
  ['a dot as any character', detail({ path: [{ wildcard: 'a.b.txt' }] })],
  ['a field that is not there', detail({ missing: [{ exists: true }] })],
  ['a field that is there as missing', detail({ tenant_id: [{ exists: false }] })],
  ['fields of different elements', detail({ lines: { sku: ['x'], price: [9] } })],
  ['neither of two patterns', { $or: [{ source: ['shop'] }, detail({ count: [6] })] }],
  ['what every object inherits', { constructor: [{ exists: true }] }],
];

const refused: object[] = [
  {},
  { source: [] },
  { source: 'bank' },
  { source: [['bank']] },
  { source: [{ prefix: 1 }] },
  { source: [{ regex: '.*' }] },
  { source: [{ prefix: 'a', suffix: 'b' }] },
  { source: [{ 'anything-but': { numeric: ['=', 1] } }] },
  { source: [{ numeric: ['>'] }] },
  { source: [{ numeric: ['!', 1] }] },
  { source: [{ exists: 'yes' }] },
];

describe('a pattern fits', () => {
  for (const [what, pattern] of fitting) test(what, () => assert.ok(patternOf(pattern, 'it')(event)));
});

describe('a pattern does not fit', () => {
  for (const [what, pattern] of others) test(what, () => assert.ok(!patternOf(pattern, 'it')(event)));
});

test('a pattern that EventBridge would not take, or that is not known, is refused', () => {
  for (const pattern of refused)
    assert.throws(() => patternOf(pattern, 'The rule r'), BadConfiguration, JSON.stringify(pattern));
});

describe('an input', () => {
  const rule = { name: 'r', arn: 'arn:aws:events:eu-west-1:000000000000:rule/r' };
  const sent: BusEvent = {
    ...{ version: '0' as const, id: '1', account: '0', time: '2026-01-01T00:00:00Z', region: 'eu-west-1' },
    ...{ source: 'bank', 'detail-type': 'x', resources: ['arn:one'], detail: { name: 'a "b"', n: 1, o: { p: [1] } } },
  };
  const made = (settings: object): string => transformOf(settings, 'it')(sent, rule);
  const template = (InputTemplate: string, InputPathsMap = {}) =>
    made({ InputTransformer: { InputTemplate, InputPathsMap } });

  test('is the event, a constant, or a part of the event', () => {
    assert.deepEqual(JSON.parse(made({})), sent);
    assert.equal(made({ Input: '{"a":1}' }), '{"a":1}');
    assert.equal(made({ InputPath: '$.detail.o.p[0]' }), '1');
    assert.equal(made({ InputPath: '$.detail.name' }), '"a \\"b\\""');
  });

  test('is made by a template, whose variables stand alone or in a text', () => {
    const paths = { name: '$.detail.name', o: '$.detail.o', type: '$.detail-type', none: '$.detail.none' };
    const text = '{"name":<name>,"o":<o>,"said":"<name> is <type>: <o>","none":<none>,"nope":"<none>","odd":"<odd>"}';
    assert.deepEqual(JSON.parse(template(text, paths)), {
      ...{ name: 'a "b"', o: { p: [1] }, said: 'a "b" is x: {"p":[1]}', none: '', nope: '', odd: '<odd>' },
    });
    assert.equal(template('"<type> of \\"<n>\\""', { type: '$.source', n: '$.detail.n' }), '"bank of \\"1\\""');
  });

  test('knows the variables of EventBridge', () => {
    const text = '{"rule":<aws.events.rule-name>,"arn":"<aws.events.rule-arn>","all":<aws.events.event.json>}';
    assert.deepEqual(JSON.parse(template(text)), { rule: 'r', arn: rule.arn, all: sent });
    const { detail: _, ...withoutDetail } = sent;
    assert.deepEqual(JSON.parse(template('{"event":<aws.events.event>}')), { event: withoutDetail });
  });

  test('that becomes no JSON, or finds nothing, is an error', () => {
    assert.throws(() => template('{"a":<o>x}', { o: '$.detail.o' }), SyntaxError);
    assert.throws(() => made({ InputPath: '$.detail.none' }), SyntaxError);
    assert.throws(() => made({ InputPath: '$.detail[*]' }), BadConfiguration);
    assert.throws(() => made({ InputPath: '$', Input: '{}' }), BadConfiguration);
  });
});
