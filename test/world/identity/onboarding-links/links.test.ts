import '../../process.ts';
import assert from 'node:assert/strict';
import { until } from '../../../../local/test/helpers/until.ts';
import { done, seen } from '../../../helpers/call.ts';
import {
  aStoredCustomer,
  aVerifiedCustomer,
  individual,
} from '../../../helpers/fixtures/customers.ts';
import { aDocument, documentBody } from '../../../helpers/fixtures/documents.ts';
import {
  aCompletePersonStored,
  anOnboardingLink,
  aReadyOnboarding,
  linkBody,
  pageCallerOf,
} from '../../../helpers/fixtures/onboarding.ts';
import { aRestrictedKey, type Tenant } from '../../../helpers/fixtures/tenants.ts';
import { aReadyVerification } from '../../../helpers/fixtures/verifications.ts';
import { announce, get, pageOf, patch, submit } from '../../../helpers/onboarding-calls.ts';
import type { Any } from '../../../helpers/printed-document.ts';
import { storedIn } from '../../../helpers/tables.ts';
import { describe, test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';

const service = await world();

describe('a link that has ended', () => {
  test('completed: it shows the result alone, and changes nothing', async () => {
    const tenant = await service.aBusiness();
    const page = pageOf(tenant, await aReadyOnboarding(tenant));
    const { body: document } = await announce(page);
    await submit(page);
    for (const again of [submit(page), announce(page), patch(page, { nationality: 'FR' })])
      assert.deepEqual(
        [(await again).status, (await again).body.current_status],
        [409, 'completed'],
      );
    const { body } = await get(page);
    assert.deepEqual(
      [body.profile, body.requirements.currently_due, body.editable_fields],
      [null, [], []],
    );
    assert.equal((await get(page, `/onboarding/documents/${document.id}`)).status, 404);
  });

  test('revoked: nobody comes in, not even while the authorizer remembers the token', async () => {
    const tenant = await service.aBusiness();
    const link = await anOnboardingLink(tenant);
    const page = pageOf(tenant, link);
    assert.equal((await get(page)).status, 200);
    const revoked = await done(tenant, `/onboarding-links/${link.id}/revoke`);
    assert.deepEqual([revoked.status, revoked.allowed_actions], ['revoked', []]);
    for (const call of [get(page), submit(page), announce(page), patch(page, {})])
      assert.equal((await call).body.code, 'unauthorized');
    const again = await tenant.call({
      method: 'POST',
      path: `/onboarding-links/${link.id}/revoke`,
    });
    assert.equal(again.body.current_status, 'revoked');
  });

  test('expired: nobody comes in', async () => {
    const tenant = await service.aBusiness();
    const link = await anOnboardingLink(tenant);
    const page = pageOf(tenant, link);
    assert.equal((await get(page)).status, 200);
    const stored = storedIn(service);
    const [item] = (await stored.items('resources', tenant.tenant_id)).filter(
      ({ sk }) => sk === link.id,
    );
    const ended = { expires_at: '2026-01-01T00:00:00.000Z' };
    await tenant.set('resources', { table: 'resources', pk: item.pk, sk: item.sk }, ended);
    assert.equal((await get(page)).body.code, 'unauthorized');
    assert.equal((await seen(tenant, `/onboarding-links/${link.id}`)).status, 'expired');
  });

  test('of a closed customer: nobody comes in', async () => {
    const tenant = await service.aBusiness();
    const link = await anOnboardingLink(tenant);
    await done(tenant, `/customers/${link.customer_id}/close`);
    assert.equal((await get(pageOf(tenant, link))).body.code, 'unauthorized');
  });
});

describe('a link opens nothing but the page, for its customer alone', () => {
  test('no other route', async () => {
    const tenant = await service.aBusiness();
    const link = await anOnboardingLink(tenant);
    for (const path of [
      '/customers',
      `/customers/${link.customer_id}`,
      '/accounts',
      `/onboarding-links/${link.id}`,
    ]) {
      const { status, body } = await get(pageOf(tenant, link), path);
      assert.deepEqual([status, body.code], [403, 'insufficient_scope'], path);
    }
  });

  test('the page opens to no key, whatever its scopes', async () => {
    const tenant = await service.aBusiness();
    const restricted = await aRestrictedKey(tenant, ['customers:write', 'onboarding_links:write']);
    for (const key of [tenant.secret_key, restricted]) {
      const { status, body } = await get(pageCallerOf(tenant.baseUrl, key));
      assert.deepEqual([status, body.required_scope], [403, 'onboarding']);
    }
  });

  test('another customer’s document is not found, and none of it can be submitted', async () => {
    const tenant = await service.aBusiness();
    const page = pageOf(tenant, await anOnboardingLink(tenant));
    const { id } = await aDocument(tenant);
    assert.equal((await get(page, `/onboarding/documents/${id}`)).body.code, 'document_not_found');
  });

  test('another customer’s response is not given for the same Idempotency-Key', async () => {
    const tenant = await service.aBusiness();
    const headers = { 'idempotency-key': 'the-same' };
    const [mine, theirs] = await Promise.all([anOnboardingLink(tenant), anOnboardingLink(tenant)]);
    const send = (link: Any) =>
      pageOf(
        tenant,
        link,
      )({ method: 'POST', path: '/onboarding/documents', headers, body: documentBody() });
    const [{ body: one }, { body: other }] = [await send(mine), await send(theirs)];
    assert.deepEqual([one.customer_id, other.customer_id], [mine.customer_id, theirs.customer_id]);
  });

  test('what is not asked cannot be changed, nor what the business alone knows', async () => {
    const tenant = await service.aBusiness();
    const page = pageOf(tenant, await anOnboardingLink(tenant));
    const { status, body } = await patch(page, { last_name: 'King', nationality: 'FR' });
    assert.deepEqual(
      [status, body.errors.map(({ pointer }: Any) => pointer)],
      [400, ['/last_name', '/nationality']],
    );
    assert.equal((await patch(page, { metadata: {} })).body.errors[0].code, 'unknown_field');
  });

  test('a document that proves nothing of what is asked is rejected, and so are more than twenty', async () => {
    const tenant = await service.aBusiness();
    const page = pageOf(tenant, await anOnboardingLink(tenant));
    const { body } = await announce(page, { type: 'company_registration' });
    assert.equal(body.errors[0].pointer, '/type');
    for (let made = 0; made < 20; made++) assert.equal((await announce(page)).status, 201);
    assert.equal((await announce(page)).body.code, 'document_limit_reached');
  });
});

describe('a link is created', () => {
  const creating = ({ call }: Tenant, customerId: string, fields: object = {}) =>
    call({
      method: 'POST',
      path: `/customers/${customerId}/onboarding-links`,
      body: linkBody(fields),
    });

  test('with a token that is stored nowhere, and shown once', async () => {
    const tenant = await service.aBusiness();
    const { id } = await aCompletePersonStored(tenant);
    const headers = { 'idempotency-key': 'one-link' };
    const path = `/customers/${id}/onboarding-links`;
    const { body: link } = await tenant.call({ method: 'POST', path, headers, body: linkBody() });
    const { body: again } = await tenant.call({ method: 'POST', path, headers, body: linkBody() });
    assert.deepEqual([again.id, again.url], [link.id, undefined]);
    assert.equal(new URL(link.url).pathname, '/onboarding');
    const [, token = ''] = link.url.split('#');
    assert.match(token, /^ol_sandbox_[0-9A-Za-z]{49}$/);
    const stored = storedIn(service);
    const [kept] = (await stored.items('access', tenant.tenant_id)).filter(
      ({ id: its }) => its === link.id,
    );
    assert.equal(
      kept.expires_at_s,
      Math.ceil(Date.parse(link.expires_at) / 1000),
      'it is deleted by itself',
    );
    for (const table of ['resources', 'outbox', 'idempotency', 'access'] as const)
      assert.ok(
        !JSON.stringify(await stored.items(table, tenant.tenant_id)).includes(token),
        table,
      );
  });

  test('and listed, newest first, without its token; by its id it is revoked', async () => {
    const tenant = await service.aBusiness();
    const [first, other] = [await anOnboardingLink(tenant), await anOnboardingLink(tenant)];
    const second = await anOnboardingLink(tenant, {}, first.customer_id);
    await done(tenant, `/onboarding-links/${first.id}/revoke`);
    const path = `/customers/${first.customer_id}/onboarding-links`;
    const listed = await until(async () => {
      const answer = await tenant.call({ method: 'GET', path });
      return answer.body.data.length === 2 && answer;
    }, 'both are listed');
    assert.deepEqual(
      listed.body.data.map(({ id, status }: Any) => [id, status]),
      [
        [second.id, 'active'],
        [first.id, 'revoked'],
      ],
    );
    for (const { token } of [first, second, other]) assert.ok(!listed.text.includes(token));
  });

  test('only for somebody of whom something is asked', async () => {
    const tenant = await service.aBusiness();
    const processing = await aReadyVerification(tenant, { last_name: 'Undecided' });
    await done(tenant, `/verifications/${processing.id}/submit`);
    const { id: verified } = await aVerifiedCustomer(tenant);
    for (const id of [processing.customer_id, verified])
      assert.equal((await creating(tenant, id)).body.code, 'onboarding_not_possible');
    assert.equal((await creating(tenant, verified, { level: 'enhanced' })).status, 201);
  });

  for (const return_url of [
    'http://shop.example.com/',
    'https:///shop.example.com/',
    'javascript:alert(1)',
    'https://a:b@shop.example.com/',
    '/welcome',
  ])
    test(`not with the return_url ${return_url}`, async () => {
      const tenant = await service.aBusiness();
      const { id } = await aStoredCustomer(tenant, individual({}));
      const { status, body } = await creating(tenant, id, { return_url });
      assert.deepEqual([status, body.errors[0].pointer], [400, '/return_url']);
    });
});
