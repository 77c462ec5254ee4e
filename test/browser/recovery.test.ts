import assert from 'node:assert/strict';
import { test } from 'node:test';
import { durationsFrom } from '../../functions/core/durations.ts';
import { idsAt } from '../../functions/core/new-id.ts';
import { newRecovery } from '../../functions/delivery/recoveries/model.ts';
import { saveRecovery } from '../../functions/delivery/recoveries/table.ts';
import { onUnix } from '../../local/test/helpers/processes.ts';
import { until } from '../../local/test/helpers/until.ts';
import { anEndpoint, withStatus } from '../helpers/an-endpoint.ts';
import { anOperator, copiedBy, theDashboard } from '../helpers/dashboard.ts';
import { sendAsCurl } from '../helpers/http.ts';
import { follow, reload } from '../helpers/page-navigation.ts';

const dashboard = await theDashboard();
const { sandbox } = dashboard.call;

const aWebhook = async (url: string, ...event_types: string[]): Promise<string> =>
  (await sandbox({ method: 'POST', path: '/webhooks', body: { url, event_types } })).body.id;
const act = (id: string, verb: string) =>
  sandbox({ method: 'POST', path: `/webhooks/${id}/${verb}`, body: {} });
const aCustomer = (last_name: string) =>
  sandbox({
    method: 'POST',
    path: '/customers',
    body: { type: 'individual', first_name: 'Ada', last_name },
  });

test('what a webhook missed while it was disabled is recovered from its page, which shows the progress after a reload', async (t) => {
  const endpoint = await anEndpoint(t);
  const id = await aWebhook(endpoint.url, 'customer.*');
  await act(id, 'disable');
  await aCustomer('Missed');
  await until(async () => {
    const { body } = await sandbox({ method: 'GET', path: `/deliveries?webhook_id=${id}` });
    return body.data[0]?.status === 'suppressed';
  }, 'the event is suppressed');
  const page = await anOperator(t, dashboard, `/sandbox/webhooks/${id}`);
  const recover = page.getByRole('button', { name: 'Recover', exact: true });
  await page.getByRole('heading', { name: 'Endpoint' }).waitFor();
  assert.equal(
    await recover.getAttribute('aria-disabled'),
    'true',
    'a disabled webhook cannot receive',
  );
  await page.getByRole('button', { name: 'Enable', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Enable', exact: true }).click();
  await page.getByText('The webhook is enabled.').first().waitFor();
  await recover.click();
  const dialog = page.getByRole('dialog', { name: 'Recover missed deliveries' });
  await dialog.getByRole('button', { name: /Resend/ }).click();
  await page.getByRole('option', { name: /Missing/ }).click();
  await dialog.getByRole('button', { name: 'Recover', exact: true }).click();
  await page.getByRole('heading', { name: 'Recovery', exact: true }).waitFor();
  await reload(page);
  await page.getByRole('heading', { name: 'Recovery', exact: true }).waitFor();
  assert.equal((await endpoint.arrived(1)).reported.data.last_name, 'Missed');
  await page.getByText('Completed').waitFor();
});

test('a recovery starts at any date and time that has been, and at no other', async (t) => {
  const id = await aWebhook((await anEndpoint(t)).url, 'customer.*');
  const page = await anOperator(t, dashboard, `/sandbox/webhooks/${id}`);
  const sent: string[] = [];
  await page.route('**/recover', (route) => {
    sent.push(route.request().postDataJSON().since);
    return route.continue();
  });
  await page.getByRole('button', { name: 'Recover', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Recover missed deliveries' });
  await dialog.getByRole('button', { name: /From/ }).click();
  await page.getByRole('option', { name: 'A date and time' }).click();
  const field = dialog.getByRole('textbox', { name: 'Date and time' });
  const start = () => dialog.getByRole('button', { name: 'Recover', exact: true }).click();
  const zone: string = await page.evaluate('Intl.DateTimeFormat().resolvedOptions().timeZone');
  await dialog.getByText(`Such as 2026-11-25 14:30 (${zone})`).waitFor();
  /** So many days ago, as a person in that zone types it. */
  const daysAgo = (days: number): string => {
    const at = new Date(Date.now() - days * 86_400_000);
    return new Intl.DateTimeFormat('sv-SE', {
      dateStyle: 'short',
      timeStyle: 'short',
      timeZone: zone,
    }).format(at);
  };
  for (const [typed, said] of [
    ['', 'Enter a day and a time, such as 2026-11-25 14:30.'],
    ['2026-02-30 10:00', 'Enter a day that exists, such as 2026-11-25.'],
    [daysAgo(-1), 'This is in the future. Enter an earlier date and time.'],
  ] as const) {
    await field.fill(typed);
    await start();
    await dialog.getByText(said).waitFor();
  }
  assert.deepEqual(sent, []);
  // How long is kept what is sent again is a setting: of what is older, the rest is found.
  const typed = daysAgo(500);
  await field.fill(typed);
  await start();
  await page.getByRole('heading', { name: 'Recovery', exact: true }).waitFor();
  const { body: recovery } = await sandbox({
    method: 'GET',
    path: `/recoveries/${new URL(page.url()).searchParams.get('recovery')}`,
  });
  assert.deepEqual([recovery.since], sent);
  assert.equal(daysAgo((Date.now() - Date.parse(recovery.since)) / 86_400_000), typed);
});

test('a recovery that runs is canceled from its page', async (t) => {
  const id = await aWebhook((await anEndpoint(t)).url, 'customer.*');
  const { put, close } = dashboard.tables();
  const now = new Date();
  const input = {
    scope: 'failed',
    since: now.toISOString(),
    event_types: null,
    rate_per_second: 20,
  } as const;
  // It starts in an hour: nothing ends it before the person does.
  const durations = { ...durationsFrom({}), recovery_lag_ms: 3_600_000 };
  const of = {
    tenant_id: dashboard.tenantId,
    webhook_id: id,
    id: idsAt(now)('recovery'),
    token: 'first',
  };
  const { after: started } = newRecovery(input, { ...of, now, durations });
  await put([saveRecovery(started)]);
  close();
  const page = await anOperator(t, dashboard, `/sandbox/webhooks/${id}?recovery=${started.id}`);
  await page.getByRole('button', { name: 'Cancel recovery' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel recovery' }).click();
  await page.getByText('The recovery was canceled.').first().waitFor();
  await page.getByText('Canceled', { exact: true }).waitFor();
  const { body: recovery } = await sandbox({ method: 'GET', path: `/recoveries/${started.id}` });
  assert.equal(recovery.status, 'canceled');
});

test(
  'failed deliveries are grouped by cause, and those that are selected are sent again; each shows its body and a curl',
  onUnix,
  async (t) => {
    const endpoint = await anEndpoint(t, withStatus(503));
    const id = await aWebhook(endpoint.url, 'customer.created');
    for (const name of ["One's", 'Two']) await aCustomer(name);
    await endpoint.arrived(2);
    const areAll = (wanted: string) => async (): Promise<boolean> => {
      const { body } = await sandbox({ method: 'GET', path: `/deliveries?webhook_id=${id}` });
      return body.data.every(({ status }: { readonly status: string }) => status === wanted);
    };
    // The page reads once how deliveries went.
    await until(areAll('retrying'), 'both have failed');
    const page = await anOperator(t, dashboard, `/sandbox/webhooks/${id}`);
    await page.getByText(/2 × The endpoint returned an error: 503, last /).waitFor();
    await page.getByRole('grid').getByText('Retrying').nth(1).waitFor();
    endpoint.answer(withStatus(200));
    const all = page.getByRole('checkbox', { name: 'Select all deliveries on this page' });
    await until(async () => {
      if (!(await all.isChecked())) await all.click({ force: true });
      return all.isChecked();
    }, 'all are selected');
    // The actions stand in the place of the columns’ names, with the number of the rows.
    const bar = page.getByRole('region', { name: 'Selected rows' });
    await bar.getByText('2 selected').waitFor();
    // A click that misses a checkbox opens no page.
    const beside = page.getByRole('grid').locator('tbody td:has(> input)').first();
    await beside.click({ position: { x: 2, y: 2 } });
    const resent = new Set<string>();
    page.on('request', (request) => {
      if (request.url().endsWith('/resend')) resent.add(request.url());
    });
    await bar.getByRole('button', { name: 'Resend selected' }).click();
    await page.getByRole('dialog').getByText('2 deliveries will be sent again.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Resend selected' }).click();
    await until(areAll('succeeded'), 'both are delivered');
    // An automatic attempt may deliver one before its turn: it is sent again all the same.
    await until(() => resent.size === 2, 'both were sent again');
    await bar.getByRole('button', { name: 'Clear selection' }).click();
    await bar.waitFor({ state: 'detached' });
    assert.equal(await all.isChecked(), false);
    await follow(page.getByRole('grid').getByRole('link', { name: 'Customer created' }).last());
    await page
      .getByRole('region', { name: 'Request body' })
      .getByText(`"last_name": "One's"`)
      .waitFor();
    const curl = await copiedBy(page, page.getByRole('button', { name: 'Copy as curl' }).first());
    const before = endpoint.arrivals.length;
    await sendAsCurl(curl);
    const again = await endpoint.arrived(before + 1);
    const sent = endpoint.arrivals.find(
      ({ id, headers }) =>
        id === again.id && headers['webhook-attempt'] === again.headers['webhook-attempt'],
    );
    assert.match(again.body, /One's/);
    assert.equal(again.body, sent?.body);
    // The history keeps no signature, so that nothing can be sent once more in the name of the service.
    const { 'webhook-signature': signature, ...headers } = sent?.headers ?? {};
    assert.ok(signature?.startsWith('v1,') && sent !== again);
    assert.deepEqual({ ...again.headers, connection: headers.connection }, headers);
  },
);
