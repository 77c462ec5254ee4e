import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BadConfiguration } from '../errors.ts';
import { filterPatternOf } from '../log-subscriptions.ts';

const fits = (pattern: string, line: string): boolean =>
  filterPatternOf(pattern, 'The subscription')(line);

test('a filter pattern compares members of JSON, and a member that is not there fits nothing', () => {
  const refused = '{ ($.refusal != "-") && ($.tenant_id = "biz_*") }';
  assert.ok(fits(refused, '{"refusal":"THROTTLED","tenant_id":"biz_1"}'));
  for (const line of [
    '{"refusal":"-","tenant_id":"biz_1"}',
    '{"refusal":"THROTTLED","tenant_id":"-"}',
    '{"tenant_id":"biz_1"}',
  ])
    assert.ok(!fits(refused, line), line);
  assert.ok(fits('{ $.event = "request" }', '{"event":"request"}'));
  assert.ok(fits('{ $.a.b != "c" }', '{"a":{"b":"d"}}'));
  for (const line of ['{"a":{"b":"c"}}', '{"a":{}}', '{"a":"b"}', '{"b":"d"}'])
    assert.ok(!fits('{ $.a.b != "c" }', line));
  for (const line of ['"request"', 'request', '{"event":"requests"}', '{"event"'])
    assert.ok(!fits('{ $.event = "request" }', line));
});

test('a filter pattern of another form is an error at the start', () => {
  for (const pattern of [
    '',
    'ERROR',
    '{ $.a = 5 }',
    '{ ($.a = "b") || ($.c = "d") }',
    '{ $.a[0] = "c" }',
  ])
    assert.throws(() => filterPatternOf(pattern, 'The subscription'), BadConfiguration, pattern);
});
