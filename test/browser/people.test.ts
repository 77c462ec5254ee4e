import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Response } from 'playwright-core';
import { resourceKey } from '../../functions/core/dynamodb/keys.ts';
import { until } from '../../local/test/helpers/until.ts';
import { done } from '../helpers/call.ts';
import { anOperator, aVisitor, theDashboard } from '../helpers/dashboard.ts';
import { theCardholder } from '../helpers/fixtures/cards.ts';
import { follow, goTo, titleOf } from '../helpers/page-navigation.ts';
import { accept, assertSignInPage, passwordSent } from '../helpers/sign-in-page.ts';

const dashboard = await theDashboard();
const { get, put, set, close } = dashboard.tables('live');
after(close);

test('an owner invites a viewer, who cannot rotate keys, also not through the API; then changes the role and removes the person', async (t) => {
  const email = 'viewer@example.com';
  const owner = await anOperator(t, dashboard, '/live/configure/people');
  await owner.getByRole('button', { name: 'Invite' }).click();
  const question = owner.getByRole('dialog', { name: 'Invite a person' });
  await question.getByLabel('E-mail address').fill(email);
  await question.getByRole('button', { name: 'Invite' }).click();
  await owner.getByText(`${email} was invited.`).first().waitFor();
  await follow(owner.getByRole('link', { name: 'Events', exact: true }));
  await owner.getByRole('link', { name: 'Member invited' }).first().waitFor();
  const password = await passwordSent(dashboard, email, 1);
  const viewer = await aVisitor(t, dashboard, '/live/configure/api-keys');
  let token = '';
  viewer.on('request', (request) => {
    token = request.headers().authorization ?? token;
  });
  const exchanged = viewer.waitForResponse('**/oauth2/token');
  await accept(viewer, email, password, (page) =>
    assertSignInPage(page, 'the first password of one’s own'),
  );
  await viewer.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
  const rotate = viewer.getByRole('button', { name: 'Rotate API Key' });
  await until(
    async () => (await rotate.getAttribute('aria-disabled')) === 'true',
    'the button is disabled',
  );
  const reason = await rotate.getAttribute('aria-describedby');
  const text = await viewer.locator(`[id="${reason}"]`).textContent();
  assert.equal(text, 'Only owners can do this');
  await rotate.hover();
  await viewer.getByRole('tooltip').getByText(text).waitFor();
  const denied = await fetch(new URL('/api/live/v1/api-keys/rotate', dashboard.url), {
    method: 'POST',
    headers: {
      authorization: token,
      'idempotency-key': 'viewer',
      'content-type': 'application/json',
    },
    body: '{}',
  });
  assert.equal(denied.status, 403);
  assert.equal(((await denied.json()) as { code: string }).code, 'forbidden');
  await goTo(owner, '/live/configure/people');
  const row = owner.getByRole('row').filter({ hasText: email });
  await row.getByRole('button', { name: 'Change role' }).click();
  const change = owner.getByRole('dialog', { name: 'Change role' });
  await change.getByRole('button', { name: /Role/ }).click();
  await owner.getByRole('option', { name: /^Reviewer/ }).click();
  await change.getByRole('button', { name: 'Change role' }).click();
  await owner.getByText(`${email} is now reviewer.`).first().waitFor();
  await row.getByRole('gridcell', { name: 'Reviewer' }).waitFor();
  // The gateway remembers its answer about a token for a while: each of these is new to it.
  const [early, late] = [await renewedBy(await exchanged), await renewedBy(await exchanged)];
  assert.equal(await statusWith(early), 200);
  await row.getByRole('button', { name: 'Remove' }).click();
  await owner
    .getByRole('dialog', { name: 'Remove' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await owner.getByText(`${email} was removed.`).first().waitFor();
  await row.waitFor({ state: 'detached' });
  assert.equal(await statusWith(late), 401);
});

/** Another token of a person who has signed in, as their page would renew it. */
const renewedBy = async (exchange: Response): Promise<string> => {
  const { refresh_token } = await exchange.json();
  const client_id = new URLSearchParams(exchange.request().postData() ?? '').get('client_id') ?? '';
  const body = new URLSearchParams({ grant_type: 'refresh_token', client_id, refresh_token });
  const renewed = await fetch(exchange.url(), { method: 'POST', body });
  return `Bearer ${((await renewed.json()) as { readonly id_token: string }).id_token}`;
};

const statusWith = async (authorization: string): Promise<number> =>
  (await fetch(new URL('/api/live/v1/events', dashboard.url), { headers: { authorization } }))
    .status;

test('an invitation is sent again, and the page of a person says when they signed in and what they did', async (t) => {
  const email = 'second.try@example.com';
  const owner = await anOperator(t, dashboard, '/live/configure/people');
  await owner.getByRole('button', { name: 'Invite' }).click();
  const question = owner.getByRole('dialog', { name: 'Invite a person' });
  await question.getByLabel('E-mail address').fill(email);
  await question.getByRole('button', { name: 'Invite' }).click();
  const row = owner.getByRole('row').filter({ hasText: email });
  await row.getByText(/^Invited until/).waitFor();
  // Its days are over sooner, so that the test does not wait for them.
  const team = resourceKey(`${dashboard.tenantId}/team`, 'team');
  const { operators } = await get(team);
  const sent = (one: { readonly email: string }) =>
    one.email === email && { invited_at: '2026-01-02T03:04:05.678Z' };
  await set('resources', team, {
    operators: operators.map((one: { email: string }) => ({ ...one, ...sent(one) })),
  });
  await owner.getByRole('button', { name: /^Refresh / }).click();
  await row.getByText(/^Invitation ended/).waitFor();
  await row.locator('time[datetime="2026-01-05T03:04:05.678Z"]').waitFor();
  await row.getByRole('button', { name: 'Resend invitation' }).click();
  const again = owner.getByRole('dialog', { name: `Resend invitation of ${email}` });
  await again.getByRole('button', { name: 'Resend invitation' }).click();
  await owner.getByText(`Another invitation was sent to ${email}.`).first().waitFor();
  await row.getByText(/^Invited until/).waitFor();
  const invited = await aVisitor(t, dashboard, '/live/customers');
  const before = new Date();
  await accept(invited, email, await passwordSent(dashboard, email, 2));
  await invited.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
  await owner.getByRole('button', { name: /^Refresh / }).click();
  // Where midnight has passed meanwhile, it is either day.
  const days = [before, new Date()].map((at) => `[datetime="${at.toISOString().slice(0, 10)}"]`);
  await row.locator(`time:is(${days})`).waitFor();
  await row.getByText('Not set up').waitFor();
  assert.equal(await row.getByRole('button', { name: 'Resend invitation' }).count(), 0);
  await follow(row.getByRole('link', { name: email }));
  assert.equal(await titleOf(owner), email);
  await owner.getByRole('tab', { name: 'All requests' }).click();
  await until(async () => {
    await owner.getByRole('button', { name: 'Refresh requests' }).click();
    return (await owner.getByRole('link', { name: 'GET /customers', exact: true }).count()) > 0;
  }, 'their request is recorded');
  await owner.getByRole('tab', { name: 'Removed' }).click();
  await owner
    .getByRole('link', { name: 'GET /customers', exact: true })
    .first()
    .waitFor({ state: 'detached' });
});

test('that a person saw the number of a card is on their page, which has one page of requests after another', async (t) => {
  const { authorization } = await dashboard.operator();
  for (const nth of Array(26).keys())
    await fetch(
      new URL('/api/live/v1/cards/card_01jd5fq7k9e8xv3m2n4p6r8t0w/reveal', dashboard.url),
      {
        method: 'POST',
        headers: { authorization: authorization('live'), 'idempotency-key': `reveal ${nth}` },
      },
    );
  const tenant = { tenant_id: dashboard.tenantId, call: dashboard.call.live, put, set };
  const { id: customer_id } = await theCardholder(tenant);
  const card = await done(tenant, '/cards', { type: 'virtual', customer_id, currency: 'USD' });
  const owner = await anOperator(t, dashboard, `/live/cards/${card.id}`);
  await owner.getByRole('button', { name: 'Show number' }).click();
  await owner.getByText(new RegExp(`^(\\d{4} ){3}${card.last4}$`)).waitFor();
  await goTo(owner, '/live/configure/people');
  await follow(owner.getByRole('link', { name: `${dashboard.email} (you)` }));
  const revealed = owner.getByRole('row').filter({ hasText: `POST /cards/${card.id}/reveal` });
  await until(async () => {
    await owner.getByRole('button', { name: 'Refresh requests' }).click();
    return (await revealed.count()) > 0;
  }, 'that they saw the number of a card is recorded');
  await revealed.getByText('200', { exact: true }).waitFor();
  await follow(revealed.getByRole('link').first());
  await owner.getByRole('link', { name: card.id, exact: true }).waitFor();
  await follow(owner.getByRole('link', { name: dashboard.email, exact: true }));
  const next = owner.getByRole('button', { name: 'Next page' });
  await until(async () => {
    await owner.getByRole('button', { name: 'Refresh requests' }).click();
    return (await next.count()) > 0;
  }, 'there is a second page');
  await next.click();
  await owner.getByText(/^26 to \d+(, more follow| of \d+)$/).waitFor();
  // The second page of one list is none of another.
  await owner.getByRole('tab', { name: 'Removed' }).click();
  const removals = owner.getByRole('link', { name: /^DELETE / });
  await owner.getByText('No requests yet').or(removals).first().waitFor();
});
