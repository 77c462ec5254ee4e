import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { idsAt } from '../../functions/core/new-id.ts';
import { saveCustomer } from '../../functions/identity/customers/table.ts';
import { until } from '../../local/test/helpers/until.ts';
import { anOperator, theDashboard } from '../helpers/dashboard.ts';
import { anIndividual } from '../helpers/fixtures/customers.ts';
import {
  arrive,
  follow,
  goBack,
  goTo,
  load,
  openFilters,
  titleOf,
} from '../helpers/page-navigation.ts';

const dashboard = await theDashboard();

/** So many customers of one day in the past, whom no other test counts. */
const customersOn = async (day: Date, count: number): Promise<string[]> => {
  const { put, close } = dashboard.tables();
  const names = Array.from({ length: count }, (_, nth) => `Number ${count - nth}`);
  const writes = names.map((first_name, nth) => {
    const at = new Date(day.getTime() + nth);
    const of = {
      id: idsAt(at)('customer'),
      tenant_id: dashboard.tenantId,
      created_at: at.toISOString(),
    };
    return saveCustomer(
      anIndividual({ ...of, first_name, last_name: `Of the past, ${'long '.repeat(40)}` }),
    );
  });
  await put(writes.flat());
  close();
  return names.toReversed();
};

const year = 2025;
const noon = new Date(year, 0, 13, 12);

test('filters and page are in the address: Back, Reload and a copied link show what was left', async (t) => {
  const names = await customersOn(noon, 60);
  const page = await anOperator(t, dashboard, '/sandbox/customers');
  await openFilters(page);
  await page.getByLabel('From day', { exact: true }).fill(`13/1/${year}`);
  const untilDay = page.getByLabel('Until day', { exact: true });
  await untilDay.fill(`12.01.${year}`);
  // A day can also be chosen, which applies at once what is typed elsewhere too.
  await page.getByRole('button', { name: 'Calendar: Until day' }).click();
  await page.getByRole('gridcell', { name: /13 January/ }).click();
  await untilDay.and(page.locator(':focus')).waitFor();
  await page.getByText(/^Times and days: \w+/).waitFor();
  const row = (nth: number) =>
    page.getByRole('grid').getByRole('link', { name: `${names[nth]} Of`, exact: false });
  await row(0).waitFor();
  assert.match(page.url(), new RegExp(`from=${year}-01-13&until=${year}-01-13`));
  await page.getByRole('button', { name: 'Next page' }).click();
  await row(25).waitFor();
  await page.getByRole('button', { name: 'Next page' }).click();
  await row(50).waitFor();
  const copied = page.url();
  await follow(row(50));
  assert.ok((await titleOf(page)).startsWith(`${names[50]} Of`));
  await goBack(page);
  await row(50).waitFor();
  await page.getByText('51 to 60 of 60').waitFor();
  await goBack(page);
  await row(25).waitFor();
  await page.getByText('26 to 50, more follow').waitFor();
  await load(page, copied);
  await row(50).waitFor();
  await page.getByText('Page 3, the last').waitFor();
  assert.equal(page.url(), copied);
  // A long name is cut to one line, and whole on hover.
  const cell = row(50).locator('xpath=ancestor::div[@class="cell"]');
  await cell.hover();
  await until(
    async () => /long long long$/.test(String(await cell.getAttribute('title'))),
    'the whole name is shown',
  );
  assert.ok(Number((await cell.boundingBox())?.height) < 40);
});

test('what is chosen beside a wrong filter is kept, and Clear empties what does not apply, too', async (t) => {
  const page = await anOperator(t, dashboard, '/sandbox/cards');
  await openFilters(page);
  const day = page.getByLabel('From day', { exact: true });
  await day.fill('no day');
  await page.getByRole('button', { name: /^Status/ }).click();
  await page.getByRole('option', { name: 'Frozen' }).click();
  await page.getByRole('button', { name: /^Status Frozen/ }).waitFor();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.getByRole('button', { name: /^Status Any/ }).waitFor();
  assert.equal(await day.inputValue(), '');
  assert.equal(await day.getAttribute('aria-invalid'), null);
  // A text that is typed before a choice applies is kept as well.
  await page.getByRole('button', { name: /^Status/ }).click();
  await page.getByRole('option', { name: 'Any' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('ArrowDown');
  const id = await day.getAttribute('id');
  await arrive(page, () => page.evaluate(`(${chooseAndType})(document.getElementById('${id}'))`));
  assert.match(page.url(), /status=/);
  await page.getByRole('button', { name: /^Status (?!Any)/ }).waitFor();
  assert.equal(await day.inputValue(), '2026-01');
});

/** Presses Enter where the focus is and types into a field, before the page can draw. */
const chooseAndType = `(field) => {
  document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 13, bubbles: true }));
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, '2026-01');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}`;

test('a filter that cannot be is said to be wrong beside itself, and the list stays', async (t) => {
  const page = await anOperator(t, dashboard, '/sandbox/cards');
  await openFilters(page);
  const asked: string[] = [];
  page.on(
    'request',
    (request) => request.url().includes('/v1/cards?') && asked.push(request.url()),
  );
  await page.getByLabel('Customer ID').fill('Lovelace');
  await page.getByLabel('From day', { exact: true }).fill('4/5/2026');
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await page.getByText('Enter a whole ID, such as cus_…').first().waitFor();
  await page.getByText('Write 2026-05-04 or 2026-04-05: it can be either.').first().waitFor();
  assert.deepEqual([asked, new URL(page.url()).search], [[], '']);
  await page.getByRole('grid', { name: 'Cards' }).waitFor();
  // An error that only the API can find is shown at its field too, and can be corrected there.
  await goTo(page, '/sandbox/cards?status=bent');
  await page
    .getByText(/^Must be one of |^This value is not allowed/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await page
    .getByText(/^Must be one of |^This value is not allowed/)
    .first()
    .waitFor({ state: 'detached' });
  await page.getByRole('grid', { name: 'Cards' }).waitFor();
  // A choice applies at once, and the focus stays where it was.
  const status = page.getByRole('button', { name: /^Status/ });
  const openByKey = async () => {
    await status.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'Any' }).and(page.locator(':focus')).waitFor();
  };
  await openByKey();
  // The second time the code of the list is there before its button is pressed.
  await page.keyboard.press('Escape');
  await openByKey();
  await page.keyboard.press('ArrowDown');
  await arrive(page, () => page.keyboard.press('Enter'));
  assert.match(page.url(), /\/cards\?status=inactive$/);
  await status.and(page.locator(':focus')).waitFor();
  // An address of a person is filtered by, kept on Back, and never in the address of the page.
  await goTo(page, '/sandbox/customers');
  await openFilters(page);
  await page.getByLabel('E-mail address').fill('ada');
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await page.getByText('Enter the whole e-mail address.').first().waitFor();
  await page.getByLabel('E-mail address').fill('nobody@example.com');
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await page.getByText('No customers match these filters').waitFor();
  assert.ok(!page.url().includes('nobody'));
  await follow(page.getByRole('link', { name: 'Cards', exact: true }));
  assert.equal(await titleOf(page), 'Cards');
  await goBack(page);
  await page.getByText('No customers match these filters').waitFor();
});

test('an export holds everything that the filters match, over several pages, and says how far it is', async (t) => {
  const day = new Date(year, 0, 14, 12);
  const names = await customersOn(day, 230);
  const page = await anOperator(
    t,
    dashboard,
    `/sandbox/customers?from=${year}-01-14&until=${year}-01-14`,
  );
  await page
    .getByRole('grid')
    .getByRole('link', { name: `${names[0]} Of` })
    .waitFor();
  const download = page.waitForEvent('download');
  // Each further page waits until the number of those that were read is seen.
  const progress = page.getByRole('button', { name: /^Stop: \d+ read$/ });
  const seen: string[] = [];
  await page.route(/limit=100&cursor=/, async (route) => {
    const before = seen.at(-1);
    seen.push(
      await until(
        async () => (await progress.innerText()) !== before && progress.innerText(),
        'it is further',
      ),
    );
    await route.continue();
  });
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const saved = readFileSync(await (await download).path(), 'utf8').split('\r\n');
  assert.deepEqual(seen, ['Stop: 100 read', 'Stop: 200 read']);
  await page.getByText('230 customers were exported.').first().waitFor();
  assert.match(String(saved[0]), /^\uFEFFid,.*first_name/);
  assert.deepEqual(
    saved.slice(1, -1).map((line) => /Number \d+/.exec(line)?.[0]),
    names,
  );
});
