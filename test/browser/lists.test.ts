import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../local/test/helpers/until.ts';
import { anOperator, changeAnswers, theDashboard } from '../helpers/dashboard.ts';
import { aStoredAuthorization } from '../helpers/fixtures/authorizations.ts';
import { aStoredCard } from '../helpers/fixtures/cards.ts';
import { assertFits, boxesOf, textEdgesOf } from '../helpers/page-layout.ts';
import { follow, goBack, goTo, openFilters, reload, titleOf } from '../helpers/page-navigation.ts';

const dashboard = await theDashboard();

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
  assert.equal(await titleOf(page), 'Cards');
  await sections.waitFor({ state: 'detached' });
  await goBack(page);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const widthToType = async () =>
    (await page.getByRole('combobox', { name: 'Search' }).boundingBox())?.width ?? 0;
  await until(async () => (await widthToType()) > 180, 'the search is wide');
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Search' }).waitFor({ state: 'detached' });
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
