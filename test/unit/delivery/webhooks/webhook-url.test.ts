import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  type WebhookTargets,
  webhook_url_max,
  webhookUrlErrors,
  withAsciiHost,
} from '../../../../functions/delivery/webhooks/url.ts';
import { anyText } from '../../../helpers/random.ts';
import { test } from '../../../helpers/tests.ts';

const codes = (url: string, targets: WebhookTargets = 'public') =>
  webhookUrlErrors(url, targets).map(({ code }) => code);

test('a host is stored as it is called, and the rest of a URL as it was sent', () => {
  for (const [url, stored] of [
    ['https://Bücher.example/Ü?q=ü', 'https://xn--bcher-kva.example/Ü?q=ü'],
    ['HTTPS://EXAMPLE.com', 'HTTPS://example.com'],
    ['https://ex%61mple.com:8443', 'https://example.com:8443'],
    ['https://[2606:4700:0:0::1111]/', 'https://[2606:4700::1111]/'],
    ['https://１.1.1.1/', 'https://1.1.1.1/'],
  ] as const)
    assert.equal(withAsciiHost(url), stored);
});

test('public https URLs are taken', () => {
  const urls = [
    'https://a.example',
    'https://a.example/',
    'https://a.example:443/x',
    'https://a.example:8443/x?y=z#f',
  ];
  urls.push(
    'HTTPS://A.EXAMPLE/',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'https://bücher.example/ü',
    'https://a.example:65535',
  );
  urls.push(
    'https://localhost.example',
    'https://mylocalhost',
    'https://internal.example',
    'https://a.locale',
    'https://a.example.',
  );
  for (const url of urls) assert.deepEqual(codes(url), [], url);
});

test('what does not read as an absolute URL with a host is an invalid format', () => {
  const urls = [
    '',
    ' ',
    'a.example',
    '/hook',
    '//a.example',
    'https:a.example',
    'https:/a.example',
    'https:///a.example',
    'https:\\\\a.example',
  ];
  urls.push(
    'ftp://a.example',
    'javascript:alert(1)',
    'https://',
    'https://a b/',
    'https://a\tb/',
    'https://a.example/\n',
  );
  urls.push(
    'https://[::1',
    'https://[fe80::1%25eth0]/',
    'https://a.example:99999',
    'https://1.2.3.256',
    'https://a.example\\@b.example',
  );
  urls.push(' https://a.example', 'https://a.example ', 'https://a.1', 'https://exa<mple');
  for (const url of urls) assert.deepEqual(codes(url), ['invalid_format'], url);
});

test('a URL has at most 2 048 characters', () => {
  const url = 'https://a.example/'.padEnd(webhook_url_max, 'x');
  assert.deepEqual(codes(url), []);
  assert.deepEqual(codes(`${url}x`), ['too_long']);
});

test('http, credentials and low ports are rejected, all at once, at /url', () => {
  assert.deepEqual(codes('http://a.example'), ['invalid_value']);
  assert.deepEqual(codes('https://me@a.example'), ['invalid_value']);
  assert.deepEqual(codes('https://:secret@a.example'), ['invalid_value']);
  for (const port of [0, 1, 22, 80, 442, 444, 1023])
    assert.deepEqual(codes(`https://a.example:${port}`), ['invalid_value']);
  assert.deepEqual(codes('https://a.example:1024'), []);
  const all = webhookUrlErrors('http://me:secret@127.0.0.1:22/', 'public');
  assert.equal(all.length, 4);
  assert.ok(
    all.every((item) => 'pointer' in item && item.pointer === '/url' && item.detail.endsWith('.')),
  );
});

test('names of this machine and its network are rejected', () => {
  const hosts = [
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.localhost',
    'printer.local',
    'local',
    'a.internal',
    'a.b.internal.',
  ];
  hosts.push(
    'metadata.google.internal',
    'ⓛocalhost',
    'ｌｏｃａｌｈｏｓｔ',
    'loc%61lhost',
    'a。internal',
  );
  for (const host of hosts) assert.deepEqual(codes(`https://${host}/`), ['invalid_value'], host);
});

test('a sandbox on a laptop also takes http and this machine, and nothing else', () => {
  const urls = [
    'http://127.0.0.1:4000/hook',
    'http://localhost:4000',
    'https://localhost',
    'http://a.example',
    'http://[::1]:4000',
  ];
  urls.push(
    'http://127.0.0.1',
    'http://127.9.9.9:4000',
    'http://2130706433:4000',
    'http://a.localhost:4000',
  );
  for (const url of urls) assert.deepEqual(codes(url, 'loopback_too'), [], url);
  const refused = [
    'http://10.0.0.1:4000',
    'http://0.0.0.0:4000',
    'http://[::ffff:127.0.0.1]:4000',
    'http://a.internal',
    'http://a.local',
  ];
  refused.push('http://127.0.0.1:22', 'http://me@localhost:4000', 'http://169.254.169.254/');
  for (const url of refused) assert.deepEqual(codes(url, 'loopback_too'), ['invalid_value'], url);
});

test('whatever the text, the check answers', () => {
  fc.assert(
    fc.property(anyText({ maxLength: 300 }), (text) => Array.isArray(codes(`https://${text}`))),
  );
});
