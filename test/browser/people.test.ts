import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../local/test/helpers/until.ts';
import { anOperator, aVisitor, goTo, theDashboard } from '../helpers/dashboard.ts';

const dashboard = await theDashboard();

test('an owner invites a viewer, who cannot rotate keys, also not through the API; then changes the role and removes the person', async (t) => {
  const email = 'viewer@example.com';
  const owner = await anOperator(t, dashboard, '/live/configure/people');
  await owner.getByRole('button', { name: 'Invite' }).click();
  const question = owner.getByRole('dialog', { name: 'Invite a person' });
  await question.getByLabel('E-mail address').fill(email);
  await question.getByRole('button', { name: 'Invite' }).click();
  await owner.getByText(`${email} was invited.`).first().waitFor();
  await owner.getByRole('link', { name: 'Events', exact: true }).click();
  await owner.getByRole('link', { name: 'operator.invited' }).first().waitFor();
  // No e-mail is sent from this machine: the service prints it.
  const [, password = ''] = await until(
    () => dashboard.printed().match(new RegExp(`Invited ${email}, with the password (\\S+) for`)),
    'the invitation is printed',
  );
  const viewer = await aVisitor(t, dashboard, '/live/configure/api-keys');
  let token = '';
  viewer.on('request', (request) => {
    token = request.headers().authorization ?? token;
  });
  await viewer.getByLabel('E-mail address').fill(email);
  await viewer.getByLabel('Password').fill(password);
  await viewer.getByRole('button', { name: 'Sign in' }).click();
  const own = `${password}-and-longer`;
  await viewer.getByLabel('New password', { exact: true }).fill(own);
  await viewer.getByLabel('New password, again').fill(own);
  await viewer.getByRole('button').click();
  await viewer.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
  const rotate = viewer.getByRole('button', { name: 'Rotate API Key' });
  await until(async () => (await rotate.getAttribute('aria-disabled')) === 'true', 'the button is disabled');
  const reason = await rotate.getAttribute('aria-describedby');
  const text = await viewer.locator(`[id="${reason}"]`).textContent();
  assert.equal(text, 'Only owners can do this');
  const denied = await fetch(new URL('/api/live/v1/api-keys/rotate', dashboard.url), {
    method: 'POST',
    headers: { authorization: token, 'idempotency-key': 'viewer', 'content-type': 'application/json' },
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
  await row.getByRole('button', { name: 'Remove' }).click();
  await owner.getByRole('dialog', { name: 'Remove' }).getByRole('button', { name: 'Remove' }).click();
  await owner.getByText(`${email} was removed.`).first().waitFor();
  await row.waitFor({ state: 'detached' });
  // The authorizer's result is cached for a minute at most, which is three seconds here.
  const events = new URL('/api/live/v1/events', dashboard.url);
  await until(
    async () => (await fetch(events, { headers: { authorization: token } })).status === 401,
    'the token no longer works',
  );
});
