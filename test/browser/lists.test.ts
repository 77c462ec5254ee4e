import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { idsAt } from '../../functions/core/new-id.ts';
import { saveCustomer } from '../../functions/identity/customers/table.ts';
import { until } from '../../local/test/helpers/until.ts';
import { anOperator, changeAnswers, theDashboard } from '../helpers/dashboard.ts';
import { aStoredAuthorization } from '../helpers/fixtures/authorizations.ts';
import { aStoredCard } from '../helpers/fixtures/cards.ts';
import { anIndividual } from '../helpers/fixtures/customers.ts';
import { assertFits, boxesOf, textEdgesOf } from '../helpers/page-layout.ts';
import {
  arrive,
  follow,
  goBack,
  goTo,
  load,
  openFilters,
  reload,
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
  await page.getByRole('heading', { level: 1, name: `${names[50]} Of` }).waitFor();
  await goBack(page);
  await row(50).waitFor();
  await page.getByText('Page 3, the last').waitFor();
  await goBack(page);
  await row(25).waitFor();
  await load(page, copied);
  await row(50).waitFor();
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
  // What is typed between a choice and the moment when it applies is kept as well.
  await page.getByRole('button', { name: /^Status/ }).click();
  await page.getByRole('listbox').waitFor();
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
  // What only the API knows to be wrong is said at its field too, and can be corrected there.
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
  await status.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: 'Any' }).and(page.locator(':focus')).waitFor();
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
  await page.getByRole('heading', { level: 1, name: 'Cards' }).waitFor();
  await goBack(page);
  await page.getByText('No customers match these filters').waitFor();
});

test('columns and density are chosen once, amounts end below one another, and an id is short with its copy', async (t) => {
  const { put, close } = dashboard.tables();
  const tenant = { tenant_id: dashboard.tenantId, put };
  const names = { first_name: 'Ada', last_name: 'Named' };
  const path = '/customers';
  const { body } = await dashboard.call.sandbox({
    method: 'POST',
    path,
    body: { type: 'individual', ...names },
  });
  const card = await aStoredCard(tenant, { customer_id: body.id });
  for (const amount of [4_250, 425_000_000]) await aStoredAuthorization(tenant, { amount }, card);
  const over = {
    approved: false,
    decline_reason: 'monthly_limit_exceeded',
    status: 'closed',
  } as const;
  await aStoredAuthorization(tenant, { amount: 1_248_000, ...over }, card);
  close();
  const page = await anOperator(t, dashboard, '/sandbox/authorizations');
  const amounts = page.getByRole('grid').locator('.cell[data-name="Amount"]');
  await amounts.nth(1).waitFor();
  await page.getByRole('link', { name: 'Ada Named' }).nth(1).waitFor();
  assert.equal(await page.getByTitle(body.id).first().innerText(), 'Ada Named');
  // How long ago it was, and when exactly in which zone on hover.
  const moment = page.getByRole('grid').locator('time').first();
  assert.match(await moment.innerText(), /^Just now$|^\d+ min ago$/);
  assert.match(
    String(await moment.getAttribute('title')),
    /^\d+ \w+ \d{4}, [\d:]+ \S+ · \d{4}-\d\d-\d\dT[\d:.]+Z$/,
  );
  const edges = await textEdgesOf(amounts);
  assert.ok(new Set(edges.map(({ left }) => left)).size > 1, 'the amounts are as long');
  assert.equal(new Set(edges.map(({ right }) => right)).size, 1);
  // A card is known by its last digits, and by its ID on hover.
  const cardLink = page.getByRole('grid').getByRole('link', { name: `Visa •••• ${card.last4}` });
  await cardLink.first().waitFor();
  assert.equal(await cardLink.first().getByTitle(card.id).count(), 1);
  const heads = page.getByRole('columnheader');
  const wide = (await heads.count()) - 1;
  const open = (list: string) => page.getByRole('button', { name: `Columns of ${list}` }).click();
  await open('authorizations');
  await page.getByRole('checkbox', { name: 'Compact rows' }).check();
  await page.getByRole('checkbox', { name: 'Captured' }).uncheck();
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: 'Columns of authorizations' })
    .and(page.locator(':focus'))
    .waitFor();
  await page.getByRole('columnheader', { name: 'Captured' }).waitFor({ state: 'detached' });
  await reload(page);
  await amounts.nth(1).waitFor();
  assert.equal(await heads.count(), wide);
  // The columns are those of this list, the density is that of all.
  await goTo(page, '/sandbox/cards');
  await page.getByRole('link', { name: /4242/ }).first().waitFor();
  await open('cards');
  assert.ok(await page.getByRole('checkbox', { name: 'Compact rows' }).isChecked());
  await page.keyboard.press('Escape');
  // On a phone decisions and amounts are whole: the merchant is cut, and its category is left out.
  await page.setViewportSize({ width: 390, height: 844 });
  await goTo(page, '/sandbox/authorizations');
  await page.getByRole('grid').getByText('Over the monthly limit').waitFor();
  const whole = page.getByRole('grid').locator('.cell[data-name="Amount"], .pill');
  const beyond = await whole.evaluateAll((all) =>
    (all as unknown as Shown[]).map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
  );
  assert.ok(beyond.length >= 6 && beyond.every((px) => px <= 0), JSON.stringify(beyond));
  assert.equal(await page.locator('.merchant-category').first().isVisible(), false);
  // An ID is one line there, without its middle.
  await goTo(page, `/sandbox/cards/${card.id}`);
  const shown = page.locator('.details').getByTitle(card.id);
  await shown.waitFor();
  assert.equal(await shown.innerText(), `${card.id.slice(0, 11)}…${card.id.slice(-8)}`);
  const [line] = await boxesOf(shown);
  assert.ok(line && line.height < 24, JSON.stringify(line));
});

type Shown = { readonly scrollWidth: number; readonly clientWidth: number };

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

test('the longest values make no column and no page wide, and are whole on hover', async (t) => {
  const long = (begins: string, length: number) => begins.padEnd(length, 'W');
  const make = async (path: '/customers', body: object) =>
    (await dashboard.call.sandbox({ method: 'POST', path, body })).body.id ?? assert.fail(path);
  const url = long('http://127.0.0.1:1024/', 2_048);
  const webhook = await make('/webhooks' as '/customers', { url, description: long('', 200) });
  const names = { first_name: long('', 100), last_name: long('', 100) };
  const customer = await make('/customers', {
    type: 'individual',
    ...names,
    external_id: long('', 200),
  });
  const page = await anOperator(t, dashboard, '/sandbox/webhooks');
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of ['webhooks', `webhooks/${webhook}`, 'customers', `customers/${customer}`]) {
      await goTo(page, `/sandbox/${path}`);
      await page.getByText('WWWWWW').first().waitFor();
      await assertFits(page, `${path} at ${width} px`);
      const boxes = await boxesOf(
        page.getByRole('grid').locator('.cell').filter({ hasText: 'WWWWWW' }),
      );
      assert.ok(
        boxes.every((box) => box.width < 600 && box.x + box.width <= width),
        `${path} at ${width} px: ${JSON.stringify(boxes)}`,
      );
      if (path !== 'webhooks') continue;
      const cell = page.locator('.cell').filter({ hasText: '1024/WWW' }).first();
      await cell.hover();
      await until(
        async () => (await cell.getAttribute('title'))?.includes(url),
        'the whole URL is shown',
      );
    }
  }
});

test('on a phone there is one bar, a row is one line of three columns, nothing is beside the page, and a filter is a chip that can be removed', async (t) => {
  const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'light' } as const;
  const page = await anOperator(t, dashboard, '/sandbox/events', phone);
  const cells = page.getByRole('grid', { name: 'Events' }).getByRole('row').nth(1).locator('.cell');
  await cells.first().waitFor();
  const seenBoxes = async () => (await boxesOf(cells)).filter(({ width }) => width > 0);
  await until(async () => (await seenBoxes()).length === 3, 'a row has three columns');
  const boxes = await seenBoxes();
  assert.ok(
    boxes.every(({ x, width, height }) => height < 40 && x + width <= 390),
    JSON.stringify(boxes),
  );
  const [bar] = await boxesOf(page.locator('#top'));
  const parts = page.getByRole('button', {
    name: /^(Open navigation|Search|Sandbox mode|Production)$/,
  });
  await until(async () => (await parts.count()) === 4, 'the bar is whole');
  const places = await boxesOf(parts);
  assert.ok(
    bar && bar.height < 50 && places.every(({ y, height }) => y >= 0 && y + height <= bar.height),
    'one bar',
  );
  const [heading] = await boxesOf(page.locator('#page h1'));
  assert.ok(heading && heading.y - bar.height < 30, 'the page is right below it');
  // The sections open over the page, and close with the one that is chosen.
  await page.getByRole('button', { name: 'Open navigation' }).click();
  const sections = page.getByRole('dialog', { name: 'Navigation' });
  await follow(sections.getByRole('link', { name: 'Cards' }));
  await page.getByRole('heading', { level: 1, name: 'Cards' }).waitFor();
  await sections.waitFor({ state: 'detached' });
  await goBack(page);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const widthToType = async () =>
    (await page.getByRole('combobox', { name: 'Search' }).boundingBox())?.width ?? 0;
  await until(async () => (await widthToType()) > 180, 'the search is wide');
  await reload(page);
  await cells.first().waitFor();
  const form = page.getByRole('form', { name: 'Filters' });
  assert.equal(await form.isVisible(), false);
  await openFilters(page);
  await form.getByRole('textbox', { name: 'From day' }).fill('no day');
  await form.getByRole('button', { name: 'Apply filters' }).click();
  await form.getByText('Enter a day').first().waitFor();
  await form.getByRole('textbox', { name: 'From day' }).fill('2026-01-02');
  await form.getByRole('button', { name: 'Apply filters' }).click();
  await form.waitFor({ state: 'hidden' });
  // The filter is shown, and its removal shows the whole list again.
  await page.getByText('From day: 2 Jan 2026').waitFor();
  await follow(page.getByRole('button', { name: 'Remove filter From day: 2 Jan 2026' }));
  assert.equal(new URL(page.url()).search, '');
  await openFilters(page);
  await follow(form.getByRole('button', { name: 'Last month' }));
  assert.match(page.url(), /from=\d{4}-\d\d-01&until=\d{4}-\d\d-(28|29|30|31)/);
});

test('what a list has in all is said where it is known, and what cannot be read is said too', async (t) => {
  const page = await anOperator(t, dashboard, '/sandbox/home');
  await changeAnswers(page, /\/v1\/documents\?/, (body) => ({ ...body, data: [], unreadable: 2 }));
  await goTo(page, '/sandbox/documents');
  await page.getByText('2 items of this page cannot be read and are left out.').waitFor();
  const call = dashboard.call.sandbox;
  const url = 'https://example.com/counted';
  await call({ method: 'POST', path: '/webhooks', body: { url } });
  const { body } = await call({ method: 'GET', path: '/webhooks' });
  await goTo(page, '/sandbox/webhooks');
  await page.getByText(`Webhooks: ${body.data.length}`, { exact: true }).waitFor();
  assert.equal(await page.getByText('cannot be read').count(), 0);
});
