import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../local/test/helpers/until.ts';
import { done } from '../helpers/call.ts';
import { anOperatorAlone, aVisitor, theDashboard } from '../helpers/dashboard.ts';
import { linkBody } from '../helpers/fixtures/onboarding.ts';
import { assertAccessible } from '../helpers/page-layout.ts';
import { goTo, reload, titleOf } from '../helpers/page-navigation.ts';
import { signIn } from '../helpers/sign-in-page.ts';

const dashboard = await theDashboard();

const tenant = { call: dashboard.call.sandbox };
const customer = await done(tenant, '/customers', {
  type: 'individual',
  first_name: 'محمد',
  last_name: 'الأحمد',
});
const company = { type: 'business', legal_name: 'Huber GmbH', incorporation_country: 'DE' };
const business = await done(tenant, '/customers', company);
const person = { roles: ['representative'], first_name: 'Anna', last_name: 'Huber' };
await done(tenant, `/customers/${business.id}/persons`, person);

/** Once the page has its form of this width, nothing is beside it. */
const fits = (page: Page, what: string) =>
  until(
    async () => page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth'),
    `${what} fits`,
    10_000,
  );

/** The cells of one column show different texts as the same where they are cut: this is how these look. */
const cutAlike = `(() => {
  const ellipsis_px = 13;
  const shown = (cell) => {
    if (cell.scrollWidth <= cell.clientWidth) return cell.innerText;
    const end = cell.getBoundingClientRect().right - ellipsis_px;
    const range = document.createRange();
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    let seen = '';
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      for (let at = 0; at < text.length; at++) {
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        if (range.getBoundingClientRect().right > end) return seen + '…';
        seen += text.data[at];
      }
    return seen;
  };
  const looks = new Map();
  for (const cell of document.querySelectorAll('#page td .cell')) {
    const look = cell.dataset.name + ': ' + shown(cell);
    looks.set(look, new Set([...(looks.get(look) ?? []), cell.innerText]));
  }
  return [...looks].filter(([, texts]) => texts.size > 1).map(([look]) => look);
})()`;

const paths = [
  'sandbox/home',
  'sandbox/configure/api-keys',
  'sandbox/webhooks/new',
  // The events of all customers hold texts that people of other tests typed.
  `sandbox/customers/${customer.id}/timeline`,
  `sandbox/customers/${business.id}`,
  `sandbox/customers/${customer.id}`,
  'sandbox/cards/new',
  'sandbox/simulator',
  'sandbox/authorization-endpoint/edit',
  'sandbox/reviews',
];

/** Facts with steps, figures, a form: axe looks at these in German too, and at every page in English. */
const looked = new Set(['sandbox/home', `sandbox/customers/${business.id}`, 'sandbox/cards/new']);

test('German is chosen in the menu and kept, the design system speaks it too, and nothing serious is wrong with it', async (t) => {
  const page = await aVisitor(t, dashboard);
  await signIn(page, dashboard);
  await page.getByRole('button', { name: dashboard.email }).click();
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
  await page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
  await reload(page);
  assert.equal(await titleOf(page), 'Start');
  assert.equal(await page.evaluate('document.documentElement.lang'), 'de');
  for (const path of paths) {
    await goTo(page, `/${path}`);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await fits(page, `${path} at ${width} px`);
    }
    assert.deepEqual(await page.evaluate(cutAlike), [], `${path}: cut to the same at 390 px`);
    if (looked.has(path)) await assertAccessible(page, path);
    // The name that a scenario is asked for with, and the code of an event, are the same in each
    // language.
    const text = (await page.locator('#page').innerText()).replaceAll(
      /“[^”]*”|\b[a-z_]+\.[a-z_.]+/g,
      '',
    );
    const english = /\b(the|and|of|with|your|yet|not|this|is|line|card)\b/i.exec(text);
    assert.equal(
      english,
      null,
      `${path}: ${english?.input.slice(english.index - 40, english.index + 40)}`,
    );
  }
  // The sign-in page gets the language too.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: dashboard.email }).click();
  await page.getByRole('menuitem', { name: 'Abmelden' }).click();
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
});

test('what is missing is named in German, with the person it is missing of, and a moment is written as German writes it', async (t) => {
  const page = await anOperatorAlone(t, dashboard, `/sandbox/customers/${business.id}`, 'de');
  const steps = page.getByRole('list', { name: 'Nächste Schritte' });
  await steps.getByRole('link', { name: 'Geburtsdatum, Anna Huber' }).waitFor();
  await steps.getByRole('link', { name: 'Postanschrift', exact: true }).waitFor();
  assert.doesNotMatch(await steps.innerText(), /Fehlt:|bestätigt\./);
  await goTo(page, `/sandbox/customers/${customer.id}`);
  await page.getByText('Erstellt', { exact: true }).waitFor();
  const moment = await page.locator('time').first().innerText();
  assert.match(moment, /^\d{2}\.\d{2}\.\d{4}, \d{2}:\d{2}:\d{2}$/);
});

test('a name in Arabic is read from its own side, and five pages from the right have nothing beside them', async (t) => {
  const page = await anOperatorAlone(t, dashboard, `/sandbox/customers/${customer.id}`, 'de');
  assert.equal(await titleOf(page), 'محمد الأحمد');
  assert.equal(
    await page.evaluate("getComputedStyle(document.querySelector('h1')).unicodeBidi"),
    'plaintext',
  );
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of [
      'home',
      'customers',
      `customers/${customer.id}`,
      'cards/new',
      'deliveries',
    ]) {
      await goTo(page, `/sandbox/${path}`);
      await page.evaluate("document.documentElement.dir = 'rtl'");
      await fits(page, `${path} from the right at ${width} px`);
    }
  }
  await page.evaluate("document.documentElement.dir = 'ltr'");
});

test('without JavaScript the pages that need it say so in both languages, and one can sign in all the same', async (t) => {
  const context = await dashboard.browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  t.after(() => context.close());
  const page = await context.newPage();
  const saysSo = async (path: string): Promise<void> => {
    await page.goto(new URL(path, dashboard.url).href);
    for (const text of [
      /needs JavaScript\. Switch it on/,
      /braucht JavaScript\. Schalten Sie es ein/,
    ]) {
      const box = await page.getByText(text).boundingBox();
      assert.ok(box && box.y + box.height < 844, `${path}: it is seen without scrolling`);
    }
    assert.equal(await page.locator('[lang=de]').count(), 1);
  };
  await saysSo('/sandbox/home');
  const path = `/customers/${customer.id}/onboarding-links`;
  const { url } = await done(tenant, path, linkBody({ return_url: `${dashboard.url}icon.svg` }));
  await saysSo(url);
  const visitor = await aVisitor(t, dashboard);
  await visitor.getByLabel('E-mail address').waitFor();
  await page.goto(visitor.url());
  await page.getByLabel('E-mail address').fill(dashboard.email);
  await page.getByLabel('Password').fill(dashboard.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/signed-in?code=*');
});
