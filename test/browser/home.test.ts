import assert from 'node:assert/strict';
import { test } from 'node:test';
import { saveDelivery } from '../../functions/deliveries/table.ts';
import { idsAt } from '../../functions/new-id.ts';
import { anOperator, theDashboard } from '../helpers/dashboard.ts';
import { aStoredDelivery } from '../helpers/fixtures/deliveries.ts';

const dashboard = await theDashboard();

/** A webhook whose endpoint nobody calls here. */
const aQuietWebhook = async (body: object): Promise<string> => {
  const { body: webhook } = await dashboard.call.sandbox({ method: 'POST', path: '/webhooks', body });
  return webhook.id;
};

test('failing deliveries are seen as long as they fail, on a phone too, and nothing moves while Home loads', async (t) => {
  const path = '/webhooks';
  const types = { event_types: ['webhook.disabled'] };
  const first = await aQuietWebhook({ ...types, url: 'http://127.0.0.1:1024/orders', description: 'Orders' });
  const second = await aQuietWebhook({ ...types, url: 'http://127.0.0.1:1024/refunds' });
  t.after(() =>
    Promise.all(
      [first, second].map((id) => dashboard.call.sandbox({ method: 'DELETE', path: `${path}/${id}` as '/webhooks' })),
    ),
  );
  const { put, close } = dashboard.tables();
  const newId = idsAt(new Date());
  const at = new Date().toISOString();
  const deliveries = [first, second, second].map((webhook_id) =>
    saveDelivery(
      aStoredDelivery({
        ...{ id: newId('delivery'), event_id: newId('event'), tenant_id: dashboard.tenantId, webhook_id },
        ...{ status: 'retrying', created_at: at, updated_at: at, next_attempt_at: null, scheduled_at: null },
        url: 'http://127.0.0.1:1024/****',
      }),
    ),
  );
  await put(deliveries);
  close();
  const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'light' } as const;
  const page = await anOperator(t, dashboard, '/sandbox/home', phone);
  const chart = page.getByRole('application', { name: 'Deliveries of the last 24 hours, by hour' });
  await chart.waitFor();
  await page.getByText('Retrying', { exact: true }).first().waitFor();
  await page.getByText(/^\d[\d,]* of \d[\d,]* delivered \([\d.]+ %\)\.$/).waitFor();
  const shift = Number(await page.evaluate(shifted));
  t.diagnostic(`layout shift ${shift.toFixed(3)}`);
  assert.ok(shift < 0.1, `${shift}`);
  // Two endpoints of one host are distinguished in the list too.
  await page.goto(new URL('/sandbox/deliveries?event_type=customer.created&status=retrying', dashboard.url).href);
  await page.getByRole('link', { name: 'Orders' }).first().waitFor();
  await page.getByRole('link', { name: 'http://127.0.0.1:1024/refunds' }).first().waitFor();
});

/** How much of the page has moved by itself since it was loaded, as browsers measure it. */
const shifted = `new Promise((done) => new PerformanceObserver((list) => done(
  list.getEntries().reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0),
)).observe({ type: 'layout-shift', buffered: true }) || setTimeout(() => done(0), 1000))`;
