import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiKeyKey } from '../../functions/tenants/accounts/access-table.ts';
import { hashOf } from '../../functions/tenants/api-keys/table.ts';
import { until } from '../../local/test/helpers/until.ts';
import { anEndpoint } from '../helpers/an-endpoint.ts';
import {
  anOperator,
  aVisitor,
  clock_speed,
  copiedBy,
  picture,
  theDashboard,
} from '../helpers/dashboard.ts';
import { follow, goBack, goTo, reload } from '../helpers/page-navigation.ts';
import { signIn } from '../helpers/sign-in-page.ts';

// The flows of the specification's parts 5 and 6, clicked as they are numbered there.

const dashboard = await theDashboard();

const statusWith = async (key: string): Promise<number> =>
  (await fetch(`${dashboard.baseUrl.sandbox}accounts`, { headers: { 'api-key': key } })).status;

test('a key is obtained: sign in, Sandbox mode, Manage, Configure, API keys, copy', async (t) => {
  // 1. Sign in to the dashboard with the registered business e-mail address.
  const page = await aVisitor(t, dashboard);
  await signIn(page, dashboard);
  // 2. Set Sandbox mode on for testing.
  await page.getByRole('button', { name: 'Sandbox mode' }).click();
  // 3. Open Manage, then Configure, then API keys.
  await page.getByRole('button', { name: 'Manage' }).click();
  await follow(page.getByRole('link', { name: 'Configure' }));
  await follow(page.getByRole('navigation').getByRole('link', { name: 'API keys' }));
  await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
  // 4. Copy the Public Key with the copy button under it; the Secret Key is shown once, when it is created.
  assert.match(
    await copiedBy(page, page.getByRole('button', { name: 'Copy Public Key' })),
    /^pk_sandbox_/,
  );
  await page.getByRole('button', { name: 'Rotate API Key' }).click();
  const question = page.getByRole('dialog', { name: 'Rotate API Key' });
  await question.getByRole('button', { name: 'Rotate API Key' }).click();
  const secret = await copiedBy(
    page,
    page.getByRole('button', { name: 'Copy Secret Key' }).first(),
  );
  assert.match(secret, /^sk_sandbox_/);
  assert.equal(await statusWith(secret), 200);
  dashboard.rotated(secret);
  await reload(page);
  await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
  await page
    .getByText(`sk_sandbox_…${secret.slice(-4)}`)
    .first()
    .waitFor();
  assert.ok(!(await page.content()).includes(secret), 'the Secret Key is shown a second time');
  await picture(page, 'api-keys');
  // The reference shows the base address.
  await follow(page.getByRole('navigation').getByRole('link', { name: 'API reference' }));
  assert.equal(
    await copiedBy(page, page.getByRole('button', { name: 'Copy Base address' })),
    dashboard.baseUrl.sandbox,
  );
});

test('the old Secret Key works in its grace and not after', async (t) => {
  const page = await anOperator(t, dashboard, '/sandbox/configure/api-keys');
  const rotate = async (grace: RegExp): Promise<string> => {
    await page.getByRole('button', { name: 'Rotate API Key' }).click();
    const question = page.getByRole('dialog', { name: 'Rotate API Key' });
    await question.getByRole('button', { name: /24 hours/ }).click();
    await page.getByRole('option', { name: grace }).click();
    await question.getByRole('button', { name: 'Rotate API Key' }).click();
    await question.waitFor({ state: 'hidden' });
    const secret = await copiedBy(
      page,
      page.getByRole('button', { name: 'Copy Secret Key' }).first(),
    );
    dashboard.rotated(secret);
    // After leaving the page the secret is not shown again.
    await goTo(page, '/sandbox/configure');
    await goTo(page, '/sandbox/configure/api-keys');
    assert.equal(await page.getByText(secret).count(), 0, 'the Secret Key is shown a second time');
    return secret;
  };
  // A key is asked with once: what the authorizer answered for it is cached for a minute, which is twelve seconds here.
  const ended = await rotate(/24 hours/);
  const inGrace = await rotate(/7 days/);
  const { get, set, close } = dashboard.tables();
  t.after(close);
  const expiryOf = async (secret: string) => (await get(apiKeyKey(hashOf(secret)))).expires_at;
  const assertLeft = async (secret: string, grace_ms: number) => {
    const left_ms = Date.parse(await expiryOf(secret)) - Date.now();
    assert.ok(Math.abs(left_ms - grace_ms / clock_speed) < 600_000, `${left_ms} ms are left`);
  };
  await assertLeft(ended, 604_800_000);
  // Its expiry is moved to now, so that the test does not wait for seven days.
  const key = apiKeyKey(hashOf(ended));
  await set(key.table, key, { expires_at: new Date().toISOString() });
  assert.equal(await statusWith(ended), 401);
  const withoutGrace = await rotate(/24 hours/);
  await assertLeft(inGrace, 86_400_000);
  assert.equal(await statusWith(inGrace), 200);
  const last = await rotate(/No time/);
  assert.equal(await statusWith(withoutGrace), 401);
  assert.equal(await statusWith(last), 200);
});

test('a restricted key is created with its name and scopes, and gives access to no more', async (t) => {
  const page = await anOperator(t, dashboard, '/sandbox/configure/api-keys');
  await page.getByRole('button', { name: 'Create restricted key' }).click();
  await page.getByLabel('Name').fill('Reports of the tests');
  await page.getByRole('button', { name: /Scopes/ }).click();
  await page.getByRole('option', { name: 'accounts:read' }).click();
  await page.keyboard.press('Escape');
  await page.getByLabel('Allowed IP addresses').fill('127.0.0.1, ::1');
  await page.getByRole('button', { name: 'Create restricted key' }).click();
  const key = await copiedBy(page, page.getByRole('button', { name: 'Copy restricted key' }));
  assert.match(key, /^rk_sandbox_/);
  assert.equal(await statusWith(key), 200);
  const beyond = await fetch(`${dashboard.baseUrl.sandbox}customers`, {
    headers: { 'api-key': key },
  });
  assert.deepEqual(
    [beyond.status, ((await beyond.json()) as { required_scope: string }).required_scope],
    [403, 'customers:read'],
  );
  await follow(page.getByRole('button', { name: 'Go to the keys' }));
  const row = page.getByRole('row', { name: /Reports of the tests/ });
  await row.getByText('accounts:read').waitFor();
  assert.ok(!(await page.content()).includes(key), 'the key is shown a second time');
  await row.getByRole('button', { name: 'Revoke now' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke now' }).click();
  await row.getByText('Revoked').waitFor();
  const { get, close } = dashboard.tables();
  t.after(close);
  assert.ok((await get(apiKeyKey(hashOf(key)))).revoked_at, 'the key is revoked');
});

test('a webhook is created: Webhooks, Create Webhook, Webhook URL, Generate, Rotate API Key; its test event arrives', async (t) => {
  const endpoint = await anEndpoint(t, (response) =>
    response.end('<script>document.title = "injected"</script>'),
  );
  // 1. Open the Webhooks section, in the mode chosen for the API keys.
  const page = await anOperator(t, dashboard, '/sandbox/home');
  await follow(page.getByRole('navigation').getByRole('link', { name: 'Webhooks' }));
  // 2. Choose Create Webhook to open the form.
  await page.getByRole('button', { name: 'Create Webhook' }).click();
  // 3. Enter the endpoint in the field "Webhook URL".
  await page.getByLabel('Webhook URL').fill(endpoint.url);
  await picture(page, 'create-webhook');
  // 4. Choose Generate to create the webhook Secret Key.
  const answered = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/v1/webhooks'),
  );
  await page.getByRole('button', { name: 'Generate' }).click();
  assert.match((await answered).headers().location ?? '', /^\/api\/sandbox\/v1\/webhooks\/\w+$/);
  const secret = await copiedBy(page, page.getByRole('button', { name: 'Copy Secret Key' }));
  assert.match(secret, /^whsec_/);
  await follow(page.getByRole('button', { name: 'Go to the webhook' }));
  await page.getByRole('button', { name: 'Send test event' }).waitFor();
  await picture(page, 'webhook');
  // 5. Regenerate it with the action "Rotate API Key".
  await page.getByRole('button', { name: 'Rotate API Key' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate API Key' }).click();
  assert.match(
    await copiedBy(page, page.getByRole('button', { name: 'Copy Secret Key' })),
    /^whsec_/,
  );
  // A click on a button that moves while the page grows is lost: then it is made again.
  const sent = async () => {
    const posted = page
      .waitForResponse((response) => response.url().endsWith('/test'), { timeout: 5_000 })
      .catch(() => null);
    await page.getByRole('button', { name: 'Send test event' }).click();
    return posted;
  };
  await until(sent, 'the test event is sent');
  await page.getByRole('button', { name: /Attempt 1: Response 200/ }).waitFor();
  const arrived = () => endpoint.arrivals.map(({ type }) => type);
  assert.deepEqual(arrived(), ['webhook.test']);
  await follow(page.getByRole('link', { name: 'Open the delivery' }));
  await page.getByRole('heading', { level: 1, name: 'Delivery of Test event' }).waitFor();
  await page.getByText('<script>document.title = "injected"</script>').waitFor();
  assert.notEqual(await page.title(), 'injected');
  // An event of any type, in place of the one that is chosen at first.
  await goBack(page);
  await page.getByRole('button', { name: /^Event type/ }).click();
  await page.getByRole('option', { name: /^Card frozen/ }).click();
  await until(sent, 'an event of another type is sent');
  await until(() => arrived().includes('card.frozen'), 'it arrives');
});
