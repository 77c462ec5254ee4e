import assert from 'node:assert/strict';
import { webhook } from '../../../../functions/delivery/webhooks/changes.ts';
import { noHealth } from '../../../../functions/delivery/webhooks/health-table.ts';
import { actOnWebhook } from '../../../../functions/delivery/webhooks/model.ts';
import { maskedUrl, webhook_url_max } from '../../../../functions/delivery/webhooks/url.ts';
import { now } from '../../../helpers/fixtures/cards.ts';
import { aStoredWebhook } from '../../../helpers/fixtures/webhooks.ts';
import { describe, test } from '../../../helpers/tests.ts';

const header = (last4: string | null) => ({
  encrypted: 'c2VhbGVk',
  fingerprint: 'f',
  last4,
  characters: 40,
});

describe('what is published of a webhook', () => {
  const url = 'https://hooks.example.com:8443/T0123/B4567/credential?token=another';
  const headers = { authorization: header('9f3c'), 'x-short': header(null) };
  const disabled = webhook(
    actOnWebhook(aStoredWebhook({ url, headers }), 'disable', null, now),
    noHealth,
    now,
  );

  test('to its owner: the whole address, and headers by the end of their values', () => {
    assert.equal(disabled.resource.url, url);
    assert.deepEqual(disabled.resource.headers, { authorization: '****9f3c', 'x-short': '****' });
  });

  test('to the other endpoints: which host, and which headers, and the rest as GET shows it', () => {
    const [{ data } = assert.fail()] = disabled.events;
    const reported = {
      url: 'https://hooks.example.com:8443/****',
      headers: { authorization: '****', 'x-short': '****' },
    };
    assert.deepEqual(data, { ...disabled.resource, ...reported });
    assert.deepEqual(Object.keys(data), Object.keys(disabled.resource));
  });
});

test('of an address only the origin is published, and whether there is more', () => {
  for (const [url, masked] of [
    ['https://example.com', 'https://example.com/'],
    ['https://example.com/', 'https://example.com/'],
    ['https://example.com/a', 'https://example.com/****'],
    ['https://example.com?a', 'https://example.com/****'],
    ['https://example.com:8443/a?b', 'https://example.com:8443/****'],
    [`https://example.com/${'a'.repeat(webhook_url_max)}`, 'https://example.com/****'],
  ] as const)
    assert.equal(maskedUrl(url), masked);
});
