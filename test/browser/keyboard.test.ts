import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { until } from '../../local/test/helpers/until.ts';
import { anEndpoint, withStatus } from '../helpers/an-endpoint.ts';
import { seen } from '../helpers/call.ts';
import { anOperator, aVisitor, copied, theDashboard } from '../helpers/dashboard.ts';
import { aListed } from '../helpers/fixtures/screenings.ts';
import { aSubmittedVerification } from '../helpers/fixtures/verifications.ts';
import { arrive } from '../helpers/page-navigation.ts';

// The specification's flows without a mouse: nothing here clicks or fills.

const dashboard = await theDashboard();

/** More stops than the longest page has: after them it is certain that none is this one. */
const stops_max = 120;

const focused = async (page: Page, sought: Locator): Promise<boolean> =>
  (await sought.and(page.locator(':focus')).count()) > 0;

/** Presses Tab, or Shift and Tab for what is above, until the element has the focus. Searching the page is slow, so each stop only checks the element. */
const tabTo = async (page: Page, sought: Locator, by: 'Tab' | 'Shift+Tab' = 'Tab') => {
  await sought.waitFor();
  for (let stops = 0; !(await focused(page, sought)); ) {
    const element = await sought.elementHandle();
    do {
      assert.ok(stops < stops_max, `Tab never comes to ${sought}`);
      await page.keyboard.press(by);
      stops += 1;
    } while (await element?.evaluate(isWaiting));
  }
};

/** Whether it is still in the page, without the focus. */
const isWaiting = (element: unknown): boolean => {
  const { isConnected, ownerDocument } = element as {
    isConnected: boolean;
    ownerDocument: { activeElement: unknown };
  };
  return isConnected && ownerDocument.activeElement !== element;
};

const press = async (
  page: Page,
  sought: Locator,
  key: 'Enter' | 'Space' = 'Enter',
): Promise<void> => {
  await tabTo(page, sought);
  await page.keyboard.press(key);
};

/** The navigation is above what a page begins with. */
const follow = async (page: Page, name: string): Promise<void> => {
  const navigation = page.getByRole('navigation', { name: 'Navigation' });
  await tabTo(page, navigation.getByRole('link', { name, exact: true }), 'Shift+Tab');
  await page.keyboard.press('Enter');
};

/** A grid is one stop of Tab; arrows lead from cell to cell. A row that comes meanwhile can be another first one: once more. */
const openInGrid = async (page: Page, link: Locator): Promise<void> => {
  await until(async () => {
    await link.waitFor();
    const from = page.url();
    for (let stops = 0; (await page.getByRole('grid').locator(':focus').count()) === 0; stops++) {
      assert.ok(stops < stops_max, 'Tab never comes to the grid');
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Control+Home');
    for (let down = 0; down < 26 && !(await focused(page, link)); down++) {
      await page.keyboard.press('ArrowDown');
      for (let right = 0; right < 2 && !(await focused(page, link)); right++)
        await page.keyboard.press('ArrowRight');
      if (!(await focused(page, link))) await page.keyboard.press('Home');
    }
    if (!(await focused(page, link))) return false;
    await page.keyboard.press('Enter');
    return page
      .waitForURL((url) => url.href !== from, { timeout: 5_000 })
      .then(
        () => true,
        () => false,
      );
  }, `${link} is opened`);
};

/** Goes down a list that has opened until the option is marked: the list takes keys a moment after it is shown. */
const choose = async (page: Page, option: Locator): Promise<void> => {
  const marked = option.and(page.locator('[data-focused]'));
  await option.waitFor();
  await until(async () => {
    await page.keyboard.press('ArrowDown');
    return (await marked.count()) > 0;
  }, `${option} is marked`);
  await page.keyboard.press('Enter');
};

const type = async (page: Page, label: string, text: string): Promise<void> => {
  await tabTo(page, page.getByLabel(label));
  await page.keyboard.type(text);
};

test('a key is rotated and copied with the keyboard only, from the sign-in on', async (t) => {
  const page = await aVisitor(t, dashboard);
  await type(page, 'E-mail address', dashboard.email);
  await type(page, 'Password', dashboard.password);
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('button', { name: 'Sandbox mode' }));
  await press(page, page.getByRole('button', { name: 'Manage' }));
  await press(page, page.getByRole('link', { name: 'Configure' }));
  // The heading of a page takes the focus when the page comes.
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  await heading('Configure').locator(':focus').waitFor();
  await follow(page, 'API keys');
  await heading('API keys').locator(':focus').waitFor();
  const rotate = page.getByRole('button', { name: 'Rotate API Key' });
  await press(page, rotate);
  const question = page.getByRole('dialog', { name: 'Rotate API Key' });
  await press(page, question.getByRole('button', { name: /24 hours/ }));
  await choose(page, page.getByRole('option', { name: /7 days/ }));
  await question.getByRole('button', { name: /7 days/ }).waitFor();
  await press(page, question.getByRole('button', { name: 'Rotate API Key' }), 'Space');
  await question.waitFor({ state: 'hidden' });
  // The focus returns a moment after the dialog is closed.
  await until(
    () => focused(page, rotate),
    'the focus returns to the button that opened the dialog',
  );
  await press(page, page.getByRole('button', { name: 'Copy Secret Key' }).first());
  await page.getByText('Secret Key copied').first().waitFor();
  const secret = await copied(page);
  assert.match(secret, /^sk_sandbox_/);
  dashboard.rotated(secret);
  assert.equal((await dashboard.call.sandbox({ method: 'GET', path: '/accounts' })).status, 200);
});

test('a webhook is created and its key rotated with the keyboard only', async (t) => {
  const page = await anOperator(t, dashboard, '/sandbox/home');
  // A menu gives the focus to its first choice, the second time too, when its code is there before the press.
  for (let time = 0; time < 2; time++) {
    await tabTo(page, page.getByRole('button', { name: dashboard.email }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    const first = page.getByRole('menuitemradio', { name: 'System' });
    await first.and(page.locator(':focus')).press('Escape');
  }
  await follow(page, 'Webhooks');
  await press(page, page.getByRole('button', { name: 'Create Webhook' }));
  await type(page, 'Webhook URL', 'https://example.com/keyboard');
  await press(page, page.getByRole('button', { name: 'Generate' }), 'Space');
  await press(page, page.getByRole('button', { name: 'Copy Secret Key' }));
  await page.getByText('Secret Key copied').first().waitFor();
  assert.match(await copied(page), /^whsec_/);
  await press(page, page.getByRole('button', { name: 'Go to the webhook' }));
  await page.getByRole('heading', { level: 1, name: 'Webhook', exact: true }).waitFor();
  const secret = await copied(page);
  await press(page, page.getByRole('button', { name: 'Rotate API Key' }));
  const question = page.getByRole('dialog', { name: 'Rotate API Key' });
  await press(page, question.getByRole('button', { name: 'Rotate API Key' }), 'Space');
  await question.waitFor({ state: 'hidden' });
  await press(page, page.getByRole('button', { name: 'Copy Secret Key' }));
  await until(
    async () => /^whsec_/.test(await copied(page)) && (await copied(page)) !== secret,
    'another secret',
  );

  await press(page, page.getByRole('button', { name: 'Rotate API Key' }));
  await press(page, question.getByRole('button', { name: 'Signature type' }));
  await choose(page, page.getByRole('option', { name: /Public key/ }));
  await press(page, question.getByRole('button', { name: 'Rotate API Key' }), 'Space');
  await press(page, page.getByRole('button', { name: 'Copy Public Key' }));
  await until(async () => /^whpk_/.test(await copied(page)), 'a public key');
  assert.equal(
    await page.getByRole('button', { name: 'Copy Secret Key' }).count(),
    0,
    'there is no secret to copy',
  );
});

test('a match is confirmed with the keyboard only, and the customer is suspended', async (t) => {
  const { put, close } = dashboard.tables();
  t.after(close);
  const tenant = { tenant_id: dashboard.tenantId, call: dashboard.call.sandbox, put };
  const { screening, customer_id } = await aListed(tenant);
  const page = await anOperator(t, dashboard, `/sandbox/screenings/${screening.id}`);
  await press(page, page.getByRole('button', { name: 'Confirm', exact: true }));
  const question = page.getByRole('dialog', { name: /^Confirm / });
  await question.getByText('The customer will be suspended at once').waitFor();
  await type(page, 'Reason', 'The same person.');
  await press(page, question.getByRole('button', { name: 'Confirm' }), 'Space');
  await page.getByText('The entry is confirmed.').first().waitFor();
  await page.getByText('The same person.').waitFor();
  const customer = await seen(tenant, `/customers/${customer_id}`);
  assert.deepEqual([customer.status, customer.status_reason], ['suspended', 'screening_confirmed']);
  await press(page, page.getByRole('link', { name: 'Ada Listed' }).first());
  await page.getByText('Suspended').waitFor();
});

test('a newcomer, by keyboard alone: a key, a webhook, a failed delivery sent again, an identity approved, a card frozen', async (t) => {
  const { put, close } = dashboard.tables();
  t.after(close);
  const tenant = { tenant_id: dashboard.tenantId, call: dashboard.call.sandbox, put };
  const endpoint = await anEndpoint(t, withStatus(503));
  const page = await anOperator(t, dashboard, '/sandbox/configure/api-keys');
  const go = (name: string) => arrive(page, () => follow(page, name));
  await press(page, page.getByRole('button', { name: 'Copy Public Key' }).first());
  await page.getByText('Public Key copied').first().waitFor();

  await go('Webhooks');
  await press(page, page.getByRole('button', { name: 'Create Webhook' }));
  await type(page, 'Webhook URL', endpoint.url);
  await press(page, page.getByRole('button', { name: 'Generate' }));
  await page.getByRole('button', { name: 'Go to the webhook' }).waitFor();
  const verification = await aSubmittedVerification(tenant);
  await endpoint.arrived(1);
  const { data } = await seen(tenant, '/webhooks?limit=100');
  const { id } = data.find(({ url }: { readonly url: string }) => url === endpoint.url);
  const failed = `/deliveries?webhook_id=${id}&event_type=verification.created`;
  // The page reads once how deliveries went.
  await until(
    async () => (await seen(tenant, failed)).data[0]?.attempts_made > 0,
    'a delivery has failed',
  );
  await press(page, page.getByRole('button', { name: 'Go to the webhook' }));
  await page.getByText(/× The endpoint returned an error: 503, last /).waitFor();
  // The page before has a grid too.
  await arrive(page, () =>
    press(page, page.getByRole('link', { name: 'Deliveries that have not arrived' })),
  );
  await openInGrid(
    page,
    page
      .getByRole('grid')
      .getByRole('link', { name: /^Verification/ })
      .first(),
  );
  await page.getByText('The endpoint returned an error: 503').first().waitFor();
  endpoint.answer(withStatus(200));
  // While an automatic retry is in flight a resend is rejected: then it is asked for again.
  const delivered = page.getByText('The resend was delivered.');
  await until(async () => {
    await press(page, page.getByRole('button', { name: 'Resend', exact: true }));
    await delivered.waitFor({ timeout: 5_000 }).catch(() => undefined);
    return delivered.isVisible();
  }, 'the resend is delivered');

  await go('Verifications');
  await openInGrid(page, page.getByRole('grid').getByRole('link', { name: 'Standard' }).first());
  await press(page, page.getByRole('button', { name: 'Simulate decision' }));
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Simulate decision' }));
  await page.getByText('The identity is verified.').first().waitFor();

  const issue = async (): Promise<void> => {
    await go('Cards');
    await press(page, page.getByRole('button', { name: 'Issue card' }));
    await page.getByRole('button', { name: /^Currency .*USD/ }).waitFor();
    await press(page, page.getByRole('button', { name: /^Customer/ }));
    await page.getByRole('combobox').and(page.locator(':focus')).waitFor();
    await page.keyboard.type(verification.customer_id);
    await until(
      async () => (await page.getByRole('option').count()) === 1,
      'no other customer is offered',
    );
    await choose(page, page.getByRole('option', { name: 'Ada Undecided' }));
    await press(page, page.getByRole('button', { name: 'Issue card' }));
  };
  await issue();
  await press(page, page.getByRole('link', { name: 'Activation of virtual cards' }));
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Leave' }));
  await press(page, page.getByRole('button', { name: 'Activate' }).first());
  await page.getByText('Virtual cards: active.').first().waitFor();
  await issue();
  await press(page, page.getByRole('button', { name: 'Freeze' }));
  await page.getByText('The card is frozen. Nothing can be spent with it.').waitFor();
});
