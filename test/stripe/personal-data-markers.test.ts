import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { compactDecrypt, exportJWK, generateKeyPair, type JWK } from 'jose';
import { Stripe } from 'stripe';
import { encryptedPin } from '../../cli/encrypted-pin.ts';
import { fetchLists } from '../../functions/app/jobs/jobs.ts';
import { physicalName } from '../../lib/environments.ts';
import type { KeptSecret } from '../../local/secrets-manager.ts';
import type { Local } from '../../local/start.ts';
import { alteredAssembly } from '../helpers/altered-assembly.ts';
import { done } from '../helpers/call.ts';
import { cardsOf } from '../helpers/cards.ts';
import { agreementBody } from '../helpers/fixtures/agreements.ts';
import { aCardholder, cardBody } from '../helpers/fixtures/cards.ts';
import { aTenant, type Tenant } from '../helpers/fixtures/tenants.ts';
import { startPublisher } from '../helpers/list-publisher.ts';
import { assertAbsent, aWord, filesIn, linesOf } from '../helpers/personal-data-markers.ts';
import type { Any } from '../helpers/printed-document.ts';
import { quietIn } from '../helpers/quiet.ts';
import { startService } from '../helpers/service.ts';
import {
  liveToken,
  secretNames,
  serveOnfido,
  signedWebhook,
  webhookSecrets,
} from '../onfido/stand-in.ts';
import { startStandIn } from './account.ts';
import { pushedCard } from './objects.ts';
import { standInKey } from './stand-in.ts';

const names = { apiKeySecret: 'test/stripe-key', signingSecret: 'test/stripe-signing' };
const aSecret = () => `whsec_${randomUUID().replaceAll('-', '')}`;
const signing = { current: aSecret(), previous: aSecret() };
/**
 * The values that nobody may find anywhere, by their kind: the numbers of cards join them when they
 * are known.
 */
const secrets: Record<string, string> = {
  key: standInKey,
  revoked: `sk_test_${aWord()}`,
  ...signing,
};
const kept = new Map<string, KeptSecret>([
  [names.apiKeySecret, { current: standInKey }],
  [names.signingSecret, signing],
  [secretNames.token, { current: liveToken }],
  [secretNames.webhook, webhookSecrets],
]);
const data = mkdtempSync(join(tmpdir(), 'stripe-'));
let outdir: string;
const said: string[] = [];
let standIn: Awaited<ReturnType<typeof startStandIn>>;
const onfido = await serveOnfido();
const publisher = await startPublisher();
let local: Local;
let tenant: Tenant;
before(async () => {
  standIn = await startStandIn();
  const addresses = [onfido.address, publisher.base, standIn.address];
  outdir = alteredAssembly('assembly-providers', 'assembly-with-stripe', 'live', (template) =>
    template.replaceAll(/http:\/\/127\.0\.0\.1:2000([012])/g, (_, at) => addresses[at] ?? ''),
  );
  local = await startService({
    assembly: outdir,
    environments: ['live'],
    memory: false,
    folder: data,
    secrets: kept,
  });
  tenant = await aTenant(local, 'live');
});
after(async () => {
  await local.stop();
  for (const one of [standIn, onfido, publisher]) await one.stop();
  rmSync(data, { recursive: true, force: true });
});

const knownThere = async (): Promise<Any> =>
  (await fetch(`${standIn.address}/stand-in/known`, { method: 'POST' })).json();

/** Has Stripe send an event about a card; the answer. */
const sends = async (
  type: string,
  object: object,
  secret = signing.current,
  { request, after_s = 0, ...more }: Sent = {},
) => {
  const created = Math.floor(Date.now() / 1000) + after_s;
  const event = { id: `evt_${randomUUID()}`, object: 'event', created, type, request };
  const payload = JSON.stringify({ ...event, data: { object, ...more } });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
  const headers = { 'stripe-signature': signature, 'content-type': 'application/json' };
  const answer = await fetch(`${tenant.baseUrl}providers/stripe/events`, {
    method: 'POST',
    headers,
    body: payload,
  });
  const text = await answer.text();
  said.push(text);
  return { status: answer.status, text };
};

type Sent = {
  readonly request?: object;
  readonly previous_attributes?: object;
  readonly after_s?: number;
};

const asking = (card: Any, amount: number, held = 0) => ({
  id: 'iauth_1',
  created: Math.floor(Date.now() / 1000),
  currency: 'usd',
  transactions: [],
  amount: held,
  approved: held > 0,
  status: 'pending',
  pending_request: { amount },
  card: pushedCard({ id: card.id, tenant_id: tenant.tenant_id }, { id: 'ic_1' }),
  merchant_data: { name: 'Books', category_code: '5942', country: 'GB', network_id: '4242' },
  merchant_currency: 'usd',
  card_presence: 'present',
});

test('the functions that only Onfido and lists have start as they are deployed', async () => {
  const object = { id: randomUUID(), status: 'complete' };
  const said = { resource_type: 'check', action: 'check.completed', object };
  const received = async (secret: string) => {
    const { body, headers } = signedWebhook(said, secret);
    const url = `${tenant.baseUrl}providers/onfido/events`;
    return (await fetch(url, { method: 'POST', headers, body })).status;
  };
  assert.deepEqual([await received(aWord()), await received(webhookSecrets.current)], [401, 200]);
  const [fetched] = await local.schedules.trigger(physicalName('live', fetchLists.id));
  assert.deepEqual([fetched?.functionError, publisher.asked.length], [undefined, 6]);
});

test('a card that Stripe issues is ordered, paid with, shown, frozen and rejected', async () => {
  const { order, act, read } = cardsOf(tenant);
  const { id } = await aCardholder(tenant);
  const unagreed = await order(cardBody(id));
  assert.deepEqual(
    [unagreed.status, unagreed.body.requirements.currently_due[0].code],
    [422, 'agreement.card_user_terms'],
  );
  const ip = '2001:db8::7';
  await done(
    tenant,
    `/customers/${id}/agreements`,
    agreementBody({ ip, accepted_at: '2026-11-20T15:04:05Z' }),
  );
  const { body: card, status } = await order(cardBody(id));
  assert.deepEqual([status, card.issuer], [201, 'stripe']);
  const known = await knownThere();
  assert.deepEqual(known.cardholders[0].individual.card_issuing.user_terms_acceptance, {
    date: 1_795_187_045,
    ip,
    user_agent: 'Mozilla/5.0',
  });
  // It also starts the function, which Stripe gives little time.
  assert.equal(
    (await sends('issuing_authorization.request', asking(card, 1), aSecret())).status,
    401,
  );
  assert.equal(
    (await sends('issuing_authorization.request', asking(card, 700))).text,
    '{"approved":true}',
  );
  assert.equal(
    (await sends('issuing_authorization.request', asking(card, 300, 700))).text,
    '{"approved":true}',
  );
  const [authorization] = (
    await tenant.call({ method: 'GET', path: `/cards/${card.id}/authorizations` })
  ).body.data;
  assert.deepEqual([authorization.approved, authorization.amount], [true, 1_000]);

  const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { extractable: true });
  const byKey = await act(card, 'reveal', { public_key: await exportJWK(publicKey) });
  const { plaintext } = await compactDecrypt(byKey.body.jwe, privateKey);
  Object.assign(secrets, { number: JSON.parse(new TextDecoder().decode(plaintext)).number });
  const byNonce = await act(card, 'reveal', { nonce: 'ephkn_made_1' });
  assert.deepEqual([byKey.body.ephemeral_key, byNonce.body.jwe], [null, null]);
  Object.assign(secrets, { ephemeral: byNonce.body.ephemeral_key.secret });
  const again = await act(card, 'reveal', { nonce: 'ephkn_made_1' });
  assert.deepEqual(
    [again.status, again.body.code, again.body.reveal_with],
    [422, 'reveal_not_available', 'nonce'],
  );

  await withPin(card, known.pin_key);

  assert.equal((await act(card, 'freeze')).status, 200);
  await quietIn('live', local);
  assert.equal((await read(card.id)).issuer_sync.status, 'synced');
  kept.set(names.apiKeySecret, { current: secrets.revoked ?? '' });
  const replaced = await act(card, 'replace', { reason: 'damaged' });
  said.push(replaced.text);
  assert.deepEqual([replaced.status, replaced.body.code], [500, 'internal']);
});

/** Sets a PIN through us, which Stripe then has, and lets Stripe block it. */
const withPin = async (card: Any, pin_key: JWK): Promise<void> => {
  const { act, read } = cardsOf(tenant);
  const path = `/cards/${card.id}/pin`;
  const { public_key_url, alg, enc } = (await tenant.call({ method: 'GET', path: `${path}-key` }))
    .body;
  assert.equal(public_key_url, 'https://issuing-key.stripe.com/v1/keys');
  const setting = async (pin: string) => {
    const encrypted_pin = await encryptedPin(pin, { alg, enc, public_key: pin_key });
    Object.assign(secrets, {
      [`pin of ${pin.length}`]: encrypted_pin.split('.').slice(3).join('.'),
    });
    return tenant.call({ method: 'PUT', path, body: { encrypted_pin } });
  };
  assert.equal((await setting('4711')).body.pin_status, 'active');
  assert.deepEqual((await knownThere()).pins, { ic_1: '4711' });
  const rejected = await setting('47118');
  assert.deepEqual([rejected.status, rejected.body.issuer_reason], [422, 'not_accepted']);
  // Three wrong PINs at a terminal: Stripe alone sets its card inactive.
  const inactive = pushedCard(
    { id: card.id, tenant_id: tenant.tenant_id },
    { id: 'ic_1', status: 'inactive' },
  );
  // The moments of events have no fractions of a second.
  const byStripe = { request: { id: null }, previous_attributes: { status: 'active' }, after_s: 1 };
  assert.equal(
    (await sends('issuing_card.updated', inactive, signing.current, byStripe)).status,
    200,
  );
  await quietIn('live', local);
  assert.deepEqual(
    [(await read(card.id)).pin_status, (await knownThere()).cards[0].status],
    ['blocked', 'inactive'],
  );
  assert.equal(
    (await sends('issuing_authorization.request', asking(card, 1))).text,
    '{"approved":false}',
  );
  assert.equal((await act(card, 'unblock-pin')).status, 200);
  await quietIn('live', local);
  assert.deepEqual(
    [(await read(card.id)).issuer_sync.status, (await knownThere()).cards[0].status],
    ['synced', 'active'],
  );
};

test('what Stripe is called with and signs with, and what it shows, is in no line, file, template or answer', () => {
  const [lines, files] = [linesOf(local), filesIn(data, outdir)];
  assertAbsent([...lines, ...files, ...said], secrets);
  for (const [where, marker] of [
    [lines, 'cards.reveal'],
    [files, names.apiKeySecret],
    [files, tenant.tenant_id],
  ] as const)
    assert.ok(
      where.some((one) => one.includes(marker)),
      `${marker} is found`,
    );
});
