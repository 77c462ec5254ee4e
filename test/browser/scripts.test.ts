import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { anOperator, aVisitor, theDashboard } from '../helpers/dashboard.ts';
import { openFilters, reload } from '../helpers/page-navigation.ts';
import { signIn } from '../helpers/sign-in-page.ts';

const dashboard = await theDashboard();

test('the script of a page is loaded while the code of the sign-in is exchanged', async (t) => {
  const page = await aVisitor(t, dashboard, '/sandbox/customers');
  const asked = page.waitForRequest(/\/assets\/customers-[^/]+\.js$/);
  await page.route('**/oauth2/token', async (route) => {
    await asked;
    await route.continue();
  });
  await signIn(page, dashboard);
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
});

test('a list loads at most 235 kB of script, and the code of choices and dialogs with the first that is opened', async (t) => {
  const page = await aVisitor(t, dashboard, '/sandbox/customers');
  const scripts = new Set<string>();
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.add(response.url());
  });
  await signIn(page, dashboard);
  const grid = page.getByRole('grid', { name: 'Customers' });
  await grid.or(page.getByText('No customers yet')).first().waitFor();
  const bytes = await scriptOf(scripts);
  t.diagnostic(`${bytes} bytes of script in ${scripts.size} files`);
  assert.ok(bytes > 0 && bytes <= 235_000, `${bytes} bytes of script`);
  const overlays = page.waitForResponse(/\/assets\/overlays-[^/]+\.js$/);
  await openFilters(page);
  await page.getByRole('button', { name: /^Status/ }).click();
  await overlays;
  await page.getByRole('option', { name: 'Suspended' }).waitFor();
});

/** Asked of the site: the browser may have dropped what it navigated away from. */
const bytesOf = async (url: string) => (await fetch(url)).bytes();

/** The bytes of scripts as they are sent where only gzip is taken. */
const scriptOf = async (urls: Iterable<string>): Promise<number> => {
  const files = await Promise.all([...urls].map(bytesOf));
  return files.reduce((sum, file) => sum + gzipSync(file).length, 0);
};

test('a tab from before a deploy offers the new version', async (t) => {
  const page = await anOperator(t, dashboard, '/sandbox/configure');
  // A page that has not loaded the script of the other one yet.
  await reload(page);
  await page.route('**/assets/reference-*.js', (route) => route.fulfill({ status: 404, body: '' }));
  await page.getByRole('navigation').getByRole('link', { name: 'API reference' }).click();
  await page.getByRole('heading', { name: 'The dashboard was updated' }).waitFor();
  await page.unroute('**/assets/reference-*.js');
  await page.getByRole('button', { name: 'Load the new version' }).click();
  await page.getByRole('heading', { level: 1, name: 'API reference' }).waitFor();
});

test('the first page loads at most 190 kB of script and 10 kB of style, and 8 kB of script more for its chart and latest rows, not before', async (t) => {
  await dashboard.call.sandbox({
    method: 'POST',
    path: '/webhooks',
    body: { url: 'http://127.0.0.1:1024/chart' },
  });
  const page = await aVisitor(t, dashboard);
  const [scripts, sheets] = [new Set<string>(), new Set<string>()];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.add(response.url());
    if (response.url().endsWith('.css')) sheets.add(response.url());
  });
  // Home is the first page; the data of its chart is delayed, so that only scripts without the chart are counted.
  const delayed = Promise.withResolvers<void>();
  await page.route('**/v1/overview', async (route) => {
    await delayed.promise;
    await route.continue();
  });
  const account = page.waitForResponse('**/v1/accounts');
  await signIn(page, dashboard);
  await account;
  await page.getByText('Loading', { exact: true }).waitFor();
  const first = [[...scripts], [...sheets]] as const;
  // The style as CloudFront sends it.
  const total = { script: 0, style: 0 };
  total.script = await scriptOf(first[0]);
  for (const url of first[1]) total.style += brotliCompressSync(await bytesOf(url)).length;
  t.diagnostic(
    `${total.script} bytes of script in ${first[0].length} files, ${total.style} of style`,
  );
  assert.ok(total.script > 0 && total.script <= 190_000, `${total.script} bytes of script`);
  assert.ok(total.style > 0 && total.style <= 10_000, `${total.style} bytes of style`);
  const charts = () => [...scripts].filter((url) => /bars|chart/.test(url));
  assert.deepEqual(charts(), []);
  delayed.resolve();
  await page.getByText('Failed', { exact: true }).first().waitFor();
  assert.ok(charts().length > 0, 'the chart came with the first page');
  const more = await scriptOf(scripts.difference(new Set(first[0])));
  assert.ok(more <= 8_000, `${more} bytes of script for the chart and the latest rows`);
});
