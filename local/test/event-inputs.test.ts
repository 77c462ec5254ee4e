import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BadConfiguration } from '../bad-configuration.ts';
import { type BusEvent, transformOf } from '../events/input.ts';

describe('an input', () => {
  const sent: BusEvent = {
    ...{ version: '0' as const, id: '1', account: '0', time: '2026-01-01T00:00:00Z', region: 'eu-west-1' },
    ...{ source: 'bank', 'detail-type': 'x', resources: ['arn:one'], detail: { name: 'a "b"', n: 1, o: { p: [1] } } },
  };
  const made = (settings: object): string => transformOf(settings, 'it')(sent);
  const template = (InputTemplate: string, InputPathsMap = {}) =>
    made({ InputTransformer: { InputTemplate, InputPathsMap } });

  test('is the event, or what a template makes of parts of it', () => {
    assert.deepEqual(JSON.parse(made({})), sent);
    const paths = { name: '$.detail.name', o: '$.detail.o', first: '$.detail.o.p[0]', none: '$.detail.none' };
    assert.deepEqual(JSON.parse(template('{"name":<name>,"o":<o>,"first":<first>,"none":<none>}', paths)), {
      ...{ name: 'a "b"', o: { p: [1] }, first: 1, none: '' },
    });
  });

  test('with a variable in a text, without a path, or that is no JSON is refused', () => {
    for (const text of ['{"a":"<name>"}', '{"a":<odd>}', '{"a":<name>x}', '{"a":<aws.events.rule-arn>}'])
      assert.throws(() => template(text, { name: '$.detail.name' }), BadConfiguration, text);
    assert.throws(() => template('<all>', { all: '$.detail[*]' }), BadConfiguration);
  });
});
