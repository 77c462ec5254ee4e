import assert from 'node:assert/strict';
import { validateHeaderName, validateHeaderValue } from 'node:http';
import * as fc from 'fast-check';
import {
  custom_header_value_max,
  custom_headers_max,
  customHeaderErrors,
  lastOf,
  maskedForOwner,
  mergedHeaderErrors,
  mergedHeaders,
} from '../../../../functions/delivery/webhooks/custom-headers.ts';
import { anyText } from '../../../helpers/random.ts';
import { test } from '../../../helpers/tests.ts';

const aHeader = (characters: number) => ({
  encrypted: 's',
  fingerprint: 'f',
  last4: null,
  characters,
});

const problems = (headers: Record<string, string>) =>
  customHeaderErrors(headers).map(({ code }) => code);

test('ordinary headers are taken', () => {
  const headers = {
    Authorization: 'Bearer abc',
    'X-Team': 'cards',
    cookie: 'a=b; c=d',
    'user-agent': 'own',
    x: '~',
  };
  assert.deepEqual(customHeaderErrors(headers), []);
  assert.deepEqual(customHeaderErrors({}), []);
});

test('what belongs to the connection, the host, the content or the signature is rejected in any case', () => {
  const names = [
    'Connection',
    'keep-alive',
    'Proxy-Authorization',
    'proxy-authenticate',
    'TE',
    'Trailer',
    'Transfer-Encoding',
  ];
  names.push(
    'upgrade',
    'Host',
    'Content-Type',
    'content-length',
    'CONTENT-ENCODING',
    'content-anything',
    'webhook-id',
  );
  names.push(
    'Webhook-Signature',
    'webhook-mine',
    'expect',
    'accept-encoding',
    'proxy-connection',
    'http2-settings',
  );
  for (const name of names) assert.deepEqual(problems({ [name]: 'x' }), ['invalid_value'], name);
  assert.deepEqual(problems({ contents: 'x', webhooks: 'x', hostname: 'x' }), []);
});

test('what is no header is rejected, with a pointer that leads to it', () => {
  for (const name of [
    '',
    ' ',
    'a b',
    'a:',
    ':path',
    'a\r\nb',
    'ä',
    '-',
    JSON.parse('"__proto__"'),
  ]) {
    assert.deepEqual(problems(Object.fromEntries([[name, 'x']])), ['invalid_format'], name);
  }
  for (const value of ['', ' x', 'x ', 'a\nb', 'a\r\nx: y', 'ä', '\0', 'a\tb']) {
    assert.deepEqual(problems({ 'x-a': value }), ['invalid_format'], JSON.stringify(value));
  }
  assert.deepEqual(customHeaderErrors({ 'a/b~c': 'x' })[0], {
    pointer: '/headers/a~1b~0c',
    code: 'invalid_format',
    detail: 'This is not the name of a header.',
  });
});

test('there are limits, and names differ by more than case', () => {
  assert.deepEqual(problems({ ['x'.repeat(101)]: 'x' }), ['too_long']);
  assert.deepEqual(problems({ x: 'y'.repeat(custom_header_value_max + 1) }), ['too_long']);
  assert.deepEqual(problems({ ['x'.repeat(100)]: 'y'.repeat(custom_header_value_max) }), []);
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, 'y']));
  assert.deepEqual(problems(many(custom_headers_max)), []);
  assert.deepEqual(problems(many(custom_headers_max + 1)), ['too_long']);
  assert.deepEqual(problems({ 'X-A': '1', 'x-a': '2' }), ['invalid_value']);
});

test('names and values are limited together, also when they only come together by a merge', () => {
  const long = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, i) => [`x-${i}`, 'y'.repeat(custom_header_value_max - 3)]),
    );
  assert.deepEqual(problems(long(8)), []);
  assert.deepEqual(problems({ ...long(8), z: 'z' }), ['too_long']);
  const eight = Object.fromEntries(
    Object.keys(long(8)).map((name) => [name, aHeader(custom_header_value_max - 3)]),
  );
  assert.deepEqual(mergedHeaderErrors(eight), []);
  const [problem] = mergedHeaderErrors(mergedHeaders(eight, { z: aHeader(1) }));
  assert.deepEqual(problem && 'pointer' in problem && [problem.pointer, problem.code], [
    '/headers',
    'too_long',
  ]);
});

test('a merge goes by names, whose case does not count, and null takes one away', () => {
  const [one, other] = [aHeader(1), aHeader(2)];
  assert.deepEqual(mergedHeaders({ 'X-A': one, b: one }, { 'x-a': other, B: null, c: one }), {
    'x-a': other,
    c: one,
  });
});

test('a value is shown by its last four characters where eight are hidden, and a mask is no value', () => {
  const shown = (value: string) => maskedForOwner({ x: { ...aHeader(1), last4: lastOf(value) } }).x;
  assert.deepEqual(['x', 'elevenchars', 'twelve chars'].map(shown), ['****', '****', '****hars']);
  assert.deepEqual(problems({ x: '****hars' }), ['invalid_value']);
});

test('whatever passes, Node can send', () => {
  const text = fc.oneof(fc.string({ minLength: 1 }), anyText());
  fc.assert(
    fc.property(text, text, (name, value) => {
      if (customHeaderErrors(Object.fromEntries([[name, value]])).length > 0) return;
      validateHeaderName(name);
      validateHeaderValue(name, value);
    }),
    { numRuns: 2000 },
  );
});
