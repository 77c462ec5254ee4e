import { test } from 'node:test';
import { until } from '../../local/test/helpers/until.ts';
import { anOperator, loaded, theDashboard } from '../helpers/dashboard.ts';

const dashboard = await theDashboard();

test('an error leads to its request, a request to its event, and that back', async (t) => {
  const page = await anOperator(t, dashboard, '/sandbox/customers/cus_00000000000000000000000000');
  await page.getByRole('link', { name: 'Open the request' }).click();
  await page.waitForURL('**/requests/*');
  const logged = async () => {
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await loaded(page);
    return page.getByText('404 customer_not_found').isVisible();
  };
  await until(logged, 'the request is shown');
  await page.getByText(/^Member opr_/).waitFor();

  const body = { type: 'individual', first_name: 'Ada', last_name: 'Lovelace' };
  const { body: customer } = await dashboard.call.sandbox({
    method: 'POST',
    path: '/customers',
    body,
  });
  const list = new URL(
    `/sandbox/requests?resource_id=${customer.id}&status_class=2xx`,
    dashboard.url,
  ).href;
  const listed = async () => {
    await page.goto(list);
    await page.getByRole('heading', { level: 1, name: 'Requests' }).waitFor();
    await loaded(page);
    return page.getByRole('link', { name: 'POST /customers' }).isVisible();
  };
  await until(listed, 'the request is listed');
  await page.getByRole('link', { name: 'POST /customers' }).click();
  await page.getByRole('link', { name: /^evt_/ }).click();
  await page.getByText('Ada Lovelace created').first().waitFor();
  await page.getByRole('link', { name: /^[0-9a-f-]{36}$/ }).click();
  await page.getByText('201', { exact: true }).waitFor();
});
