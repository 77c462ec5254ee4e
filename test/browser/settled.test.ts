import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anOperator, theDashboard } from '../helpers/dashboard.ts';
import { goTo, load, openFilters } from '../helpers/page-navigation.ts';

const dashboard = await theDashboard();

test('a page that a test goes to is there, though its script comes late', async (t) => {
  const page = await anOperator(t, dashboard, '/sandbox/configure');
  // A page that has loaded no other script yet.
  await load(page, '/sandbox/cards');
  await openFilters(page);
  const held = Promise.withResolvers<void>();
  const asked = new Promise<void>((isAsked) => {
    void page.route(/\.js$/, async (route) => {
      isAsked();
      await held.promise;
      await route.continue();
    });
  });
  let isThere = false;
  const going = goTo(page, '/sandbox/customers').then(() => {
    isThere = true;
  });
  await asked;
  // The page before stays, of which nothing says that it is not the one that was asked for.
  assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Cards');
  assert.equal(isThere, false);
  held.resolve();
  await going;
  assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Customers');
  await openFilters(page);
  assert.ok(await page.getByLabel('E-mail address').isVisible());
});
