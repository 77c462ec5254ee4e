import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { routes } from '../../../functions/app/routes.ts';
import { createWebhook } from '../../../functions/delivery/webhooks/routes.ts';
import { webhookUrlErrors } from '../../../functions/delivery/webhooks/url.ts';
import { publicKeyExample } from '../../../functions/issuing/cards/reveal-schema.ts';
import { describe, test } from '../../helpers/tests.ts';
import { allowedBy } from '../../helpers/wrong-bodies.ts';

const person = { type: 'individual', first_name: 'Ada', last_name: 'Lovelace' };
const named = (legal_name: string) => ({
  type: 'business',
  legal_name,
  incorporation_country: 'GB',
});
const webhook = { url: 'https://example.com/hook' };
const rsa = { kty: 'RSA', n: `${'0'.repeat(340)}AQ`, e: 'AQAB' };
const categories = (allowed: string[] | null, blocked: string[] | null) => ({
  spending_controls: { allowed_categories: allowed, blocked_categories: blocked },
});
const agreedFrom = (ip: string) => ({
  document: 'card_user_terms',
  version: '1',
  accepted_at: '2026-11-20T15:04:05Z',
  ip,
});

type Bodies = { readonly taken?: readonly object[]; readonly refused?: readonly object[] };

/** Rules that a type alone does not say: what the service takes and refuses, so does the document. */
const rules: Readonly<Record<string, Readonly<Record<string, Bodies>>>> = {
  'simulations.document': {
    'a reason is given with a rejection alone': {
      taken: [
        { outcome: 'accepted', reason: null },
        { outcome: 'rejected', reason: 'unreadable', expires_on: null },
        { outcome: 'accepted', expires_on: '2031-05-31' },
      ],
      refused: [
        { outcome: 'rejected', reason: 'unreadable', expires_on: '2031-05-31' },
        { outcome: 'accepted', expires_on: '2031-02-29' },
        { outcome: 'accepted', reason: 'unreadable' },
        { outcome: 'rejected' },
        { outcome: 'rejected', reason: null },
      ],
    },
  },
  'simulations.verification': {
    'a code belongs to the outcome': {
      taken: [
        { outcome: 'verified', code: null },
        { outcome: 'rejected', code: 'suspected_fraud' },
        { outcome: 'requires_input', code: 'name_mismatch' },
      ],
      refused: [
        { outcome: 'verified', code: 'name_mismatch' },
        { outcome: 'rejected' },
        { outcome: 'rejected', code: 'name_mismatch' },
        { outcome: 'requires_input', code: null },
        { outcome: 'requires_input', code: 'suspected_fraud' },
      ],
    },
  },
  'documents.create': {
    'a side belongs to the type of document': {
      taken: ['passport', 'selfie'].map((type) => ({
        type,
        content_type: 'image/png',
        size_bytes: 1,
        side: null,
      })),
      refused: [
        { type: 'national_id', content_type: 'image/png', size_bytes: 1 },
        { type: 'passport', content_type: 'image/png', size_bytes: 1, side: 'back' },
        { type: 'selfie', content_type: 'image/png', size_bytes: 1, side: 'front' },
      ],
    },
  },
  'cards.update': {
    'categories are allowed or blocked': {
      taken: [categories(['5411'], []), categories(['5411'], null), categories([], ['7995'])],
      refused: [categories(['5411'], ['7995'])],
    },
  },
  'agreements.create': {
    'an address of IP': {
      taken: [
        '203.0.113.7',
        '::',
        '::1',
        '2001:db8::7',
        '1:2:3:4:5:6:7:8',
        '::ffff:1.2.3.4',
        '1:2:3:4:5:6:1.2.3.4',
      ].map(agreedFrom),
      refused: [
        '256.0.0.1',
        '01.2.3.4',
        '1.2.3',
        ':::',
        '1:2',
        '8A2',
        'cafe',
        '1::2::3',
        '12345::',
      ].map(agreedFrom),
    },
  },
  'cards.reveal': {
    'a key or a nonce': {
      taken: [
        { public_key: publicKeyExample },
        { nonce: 'ephkn_1', public_key: null },
        { public_key: rsa },
      ],
      refused: [{}, { nonce: null }, { public_key: publicKeyExample, nonce: 'ephkn_1' }],
    },
    'coordinates and moduli of their length': {
      refused: [
        { ...publicKeyExample, x: 'A'.repeat(44) },
        { ...publicKeyExample, y: 'AA' },
        { ...rsa, n: 'AQAB' },
        { ...rsa, e: 'A' },
      ].map((public_key) => ({ public_key })),
    },
  },
  'onboarding-links.create': {
    'a customer returns to an absolute URL without credentials': {
      taken: ['https://bücher.example', 'http://127.0.0.1:1/a?b#c'].map((return_url) => ({
        return_url,
      })),
      refused: [
        'https:///a.example',
        'https:a.example',
        'https://a@b.example',
        'https://a.example/ b',
        'a.example',
      ].map((return_url) => ({ return_url })),
    },
  },
  'customers.create': {
    'a website has a host of two labels and nothing hidden': {
      taken: ['HTTPS://a.example/ü?b=c'].map((website) => ({ ...named('A'), website })),
      refused: ['https:///a.example', 'https://a', 'https://a.b\u0005', 'https://a@b.c'].map(
        (website) => ({
          ...named('A'),
          website,
        }),
      ),
    },
    'a person with one name sends null for the first': {
      taken: [{ ...person, first_name: null }],
      refused: [
        { ...person, last_name: null },
        { type: 'individual', last_name: 'Suharto' },
      ],
    },
    'a name has a letter': {
      taken: ['Ö', '李', 'O’Néill', '3 B'].map((last_name) => ({ ...person, last_name })),
      refused: ['-', '12', ' ', '\u00a0'].map((last_name) => ({ ...person, last_name })),
    },
    'the registered name of a company has up to 200 characters': {
      taken: [named('x'.repeat(200))],
      refused: [named('x'.repeat(201))],
    },
    'a tax id has four letters or digits': {
      taken: ['12/345/67890', '131052+308T', '85.07.30-033.28', 'ΑΒ12'].map((tax_id) => ({
        ...person,
        tax_id,
      })),
      refused: ['1-2-3', ' - - ', '123_45', '12,345'].map((tax_id) => ({ ...person, tax_id })),
    },
    'an e-mail address': {
      taken: [
        'a.b+c@d-e.co.uk',
        "o'n@x.io",
        'a@bücher.example',
        'a@例え.みんな',
        'a@b.xn--p1ai',
      ].map((email) => ({
        ...person,
        email,
      })),
      refused: [
        'a@b',
        'a b@c.de',
        '.a@b.de',
        'a.@b.de',
        'a@b..de',
        'a@-b.de',
        'a@b.c',
        'a@b.12',
        'é@b.de',
        '"a"@b.de',
      ].map((email) => ({ ...person, email })),
    },
    'keys and values of metadata': {
      taken: [{ ...person, metadata: { a: '' } }],
      refused: [{ ' ': 'a' }, { 'a\u0007': 'a' }, { a: 'b\u0007' }].map((metadata) => ({
        ...person,
        metadata,
      })),
    },
  },
  'webhooks.create': {
    'headers that deliveries do not set': {
      taken: [{ ...webhook, headers: { Authorization: 'Bearer a b', 'x-host': '1' } }],
      refused: [
        { Host: 'a' },
        { 'Content-Type': 'a' },
        { 'webhook-Id': 'a' },
        { TE: 'a' },
        { ['x'.repeat(101)]: 'a' },
        { a: '' },
        { a: ' b' },
        { a: 'b\n' },
        { a: 'é' },
      ].map((headers) => ({ ...webhook, headers })),
    },
  },
};

for (const [id, byRule] of Object.entries(rules))
  describe(id, () => {
    const route = routes.find((one) => one.id === id);
    assert.ok(route && 'body' in route);
    const allowed = allowedBy(route);
    const takes = (body: object) => z.safeParse(route.body, body).success;
    for (const [rule, { taken = [], refused = [] }] of Object.entries(byRule))
      test(rule, () => {
        for (const body of taken)
          assert.deepEqual([takes(body), allowed(body)], [true, true], JSON.stringify(body));
        for (const body of refused)
          assert.deepEqual([takes(body), allowed(body)], [false, false], JSON.stringify(body));
      });
  });

test('the URL of a webhook has no credentials, no blank and no backslash', () => {
  const allowed = allowedBy(createWebhook);
  const faults = (url: string) => webhookUrlErrors(url, 'public').length > 0;
  for (const url of ['https://example.com', 'https://bücher.example:8443/a?b=c@d#e'])
    assert.deepEqual([faults(url), allowed({ url })], [false, true], url);
  for (const url of [
    'ftp://a.com',
    'https://a b.com',
    'https://a.com\\a',
    'https://a:b@c.com',
    'https://a@c.com/',
  ])
    assert.deepEqual([faults(url), allowed({ url })], [true, false], url);
});
