import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../local/test/helpers/until.ts';
import { anOperator, theDashboard } from '../helpers/dashboard.ts';
import { assertAccessible } from '../helpers/page-layout.ts';
import { follow, goBack, goTo, titleOf } from '../helpers/page-navigation.ts';

const dashboard = await theDashboard();

const isLogged = (path: string) =>
  until(
    async () => (await dashboard.call.sandbox({ method: 'GET', path })).status === 200,
    'the request is logged',
  );

test('an error leads to its request, a request to its event, and that back', async (t) => {
  const page = await anOperator(t, dashboard, '/sandbox/customers/cus_00000000000000000000000000');
  const open = page.getByRole('link', { name: 'Open the request' });
  await isLogged(`/requests/${(await open.getAttribute('href'))?.split('/').at(-1)}`);
  await follow(open);
  await page.getByText('404 customer_not_found').waitFor();
  await page.getByRole('main').getByText(dashboard.email, { exact: true }).waitFor();

  const body = { type: 'individual', first_name: 'Ada', last_name: 'Lovelace' };
  const { body: customer } = await dashboard.call.sandbox({
    method: 'POST',
    path: '/customers',
    body,
  });
  const list = `/requests?resource_id=${customer.id}&status_class=2xx`;
  const listed = async () =>
    (await dashboard.call.sandbox({ method: 'GET', path: list as '/requests' })).body.data.length >
    0;
  await until(listed, 'the request is listed');
  await goTo(page, `/sandbox${list}`);
  await follow(page.getByRole('link', { name: 'POST /customers' }));
  await follow(page.getByRole('link', { name: /^evt_/ }));
  await page.getByText('Ada Lovelace created').first().waitFor();
  await follow(page.getByRole('link', { name: /^[0-9a-f-]{36}$/ }));
  await page.getByText('201', { exact: true }).waitFor();
});

test('a request names its invalid fields and why, and no name that the caller invented', async (t) => {
  const metadata = { Ada: 'x'.repeat(501), Bob: '4242 4242 4242 4242' };
  const body = { type: 'individual', first_name: 1, email: 'x', 'ada@example.com': 1, metadata };
  const { headers } = await dashboard.call.sandbox({ method: 'POST', path: '/customers', body });
  const path = `/requests/${headers['x-request-id']}`;
  await isLogged(path);
  const page = await anOperator(t, dashboard, `/sandbox${path}`);
  await page.getByRole('heading', { name: 'Invalid fields' }).waitFor();
  await page.getByRole('definition').filter({ hasText: 'invalid_type' }).waitFor();
  await page.getByText('/first_name', { exact: true }).waitFor();
  await page.getByText('invalid_format This value has the wrong format.').waitFor();
  await page.getByText('unknown_field This field is not allowed here.').waitFor();
  await page.getByText('/*', { exact: true }).waitFor();
  for (const code of ['too_long', 'card_number_not_allowed'])
    await page.getByText(code, { exact: true }).waitFor();
  assert.ok(!(await page.locator('main').innerText()).includes('ada@'));
});

test('an object is read beside its list: by a click on its row, then row by row with the arrows', async (t) => {
  for (const last_name of ['First', 'Second', 'Third']) {
    const body = { type: 'individual', first_name: 'Beside', last_name };
    await dashboard.call.sandbox({ method: 'POST', path: '/customers', body });
  }
  const page = await anOperator(t, dashboard, '/sandbox/events?type=customer.created');
  await page.setViewportSize({ width: 1440, height: 900 });
  const grid = page.getByRole('grid', { name: 'Events' });
  const rows = grid.locator('tbody tr');
  await rows.nth(2).waitFor();
  const list = page.url();
  const toggle = page.getByRole('button', { name: 'Side panel', exact: true });
  await toggle.click();
  const panel = page.getByRole('complementary', { name: 'Side panel' });
  await panel.getByText('Choose a row to see it here.').waitFor();
  const shows = async (nth: number) => {
    const path = await rows.nth(nth).locator('a').first().getAttribute('href');
    await panel.locator(`.beside-tools a[href="${path}"]`).waitFor();
    await panel.getByRole('heading', { level: 2, name: 'Customer created' }).waitFor();
  };
  await rows.nth(1).locator('time').click();
  await shows(1);
  await grid.locator('tr[aria-current=true]').nth(0).and(rows.nth(1)).waitFor();
  // The link of a row is the row, too; the heading of the list stays that of the page.
  await rows.nth(0).getByRole('link').first().click();
  await shows(0);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await shows(2);
  assert.equal(page.url(), list);
  await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
  await assertAccessible(page, 'a list with an object beside it');
  await follow(panel.getByRole('link', { name: 'Open page' }));
  assert.equal(await titleOf(page), 'Customer created');
  await panel.waitFor({ state: 'detached' });
  await goBack(page);
  await panel.getByRole('button', { name: 'Close the side panel' }).click();
  await panel.waitFor({ state: 'detached' });
  // Where there is no room beside the list, the list has no panel.
  await page.setViewportSize({ width: 1024, height: 900 });
  await toggle.waitFor({ state: 'detached' });
  await follow(rows.nth(0).getByRole('link').first());
  assert.equal(await titleOf(page), 'Customer created');
  // A click beside the link opens the page too, and the end of a selected text does not.
  await goBack(page);
  const when = rows.nth(0).locator('time');
  const { x, y, width, height } = (await when.boundingBox()) ?? assert.fail('the time is shown');
  await page.mouse.move(x + 1, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width - 1, y + height / 2, { steps: 5 });
  await page.mouse.up();
  assert.notEqual(await page.evaluate('String(getSelection())'), '');
  assert.equal(page.url(), list);
  await follow(rows.nth(0).getByText('Beside Third created'));
  assert.equal(await titleOf(page), 'Customer created');
});
