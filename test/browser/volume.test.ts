import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idsAt } from '../../functions/core/new-id.ts';
import { deliveryStatuses } from '../../functions/delivery/deliveries/states.ts';
import { saveDelivery } from '../../functions/delivery/deliveries/table.ts';
import { saveCustomer } from '../../functions/identity/customers/table.ts';
import { until } from '../../local/test/helpers/until.ts';
import { isSoak } from '../helpers/crash-points.ts';
import { anOperator, type Dashboard, theDashboard } from '../helpers/dashboard.ts';
import { anIndividual } from '../helpers/fixtures/customers.ts';
import { aStoredDelivery } from '../helpers/fixtures/deliveries.ts';
import { boxesOf, watchRows } from '../helpers/page-layout.ts';
import { goTo } from '../helpers/page-navigation.ts';

const dashboard = await theDashboard();

const [customers, deliveries] = isSoak ? [10_000, 100_000] : [200, 400];
const pages_read = 6;
const page_items = 25;

/** A business with history: one customer and one delivery for each second, in every status in turn. */
const withHistory = async ({ tables, tenantId: tenant_id }: Dashboard) => {
  const { put, close } = tables();
  const at = (nth: number) => new Date(Date.now() - nth * 1_000);
  const write = async (count: number, one: (nth: number) => Parameters<typeof put>[0]) => {
    for (let from = 0; from < count; from += 1_000)
      await put(
        Array.from({ length: Math.min(1_000, count - from) }, (_, nth) => one(from + nth)).flat(),
      );
  };
  await write(customers, (nth) => {
    const created_at = at(nth).toISOString();
    const name = { first_name: `Number ${nth}`, last_name: 'Past' };
    return saveCustomer(
      anIndividual({ id: idsAt(at(nth))('customer'), tenant_id, created_at, ...name }),
    );
  });
  const newId = idsAt(at(0));
  const of = { tenant_id, webhook_id: newId('webhook') };
  await write(deliveries, (nth) => {
    const created_at = at(nth).toISOString();
    const status = deliveryStatuses[nth % deliveryStatuses.length];
    const [id, event_id] = [idsAt(at(nth))('delivery'), newId('event')];
    const over = {
      ...of,
      id,
      event_id,
      created_at,
      updated_at: created_at,
      next_attempt_at: null,
      scheduled_at: null,
    };
    return [saveDelivery(aStoredDelivery({ ...over, ...(status && { status }) }))];
  });
  close();
  return of.webhook_id;
};

test(`${customers} customers and ${deliveries} deliveries: a page is read at a time, and a filter answers as the API does`, async (t) => {
  const webhook_id = await withHistory(dashboard);
  const page = await anOperator(t, dashboard, '/sandbox/home');
  const answers: Promise<
    { readonly list: string; readonly items: number; readonly bytes: number } | undefined
  >[] = [];
  page.on('response', (response) => {
    const { pathname, searchParams } = new URL(response.url());
    if (!/\/(customers|deliveries)$/.test(pathname)) return;
    assert.equal(searchParams.get('limit'), String(page_items), response.url());
    const read = async () => {
      // The page cancels requests that it no longer needs.
      const body = await response.body().catch(() => undefined);
      if (!body) return undefined;
      return { list: pathname, items: JSON.parse(body.toString()).data.length, bytes: body.length };
    };
    answers.push(read());
  });
  const rows = page.getByRole('grid').getByRole('row');
  const readPages = async (path: string) => {
    const started = performance.now();
    await goTo(page, path);
    // The links of this list alone: the address changes before the page does.
    const links = page.getByRole('grid').locator(`tbody a[href^="${path.replace(/\?.*/, '')}/"]`);
    const next = page.getByRole('button', { name: 'Next page' });
    let first: string | null = '';
    let [before, rowsSeen]: [unknown, () => Promise<unknown>] = [undefined, async () => undefined];
    for (let nth = 0; nth < pages_read; nth += 1) {
      await until(async () => {
        const shown =
          (await links.count()) >= page_items && (await links.first().getAttribute('href'));
        return shown && shown !== first;
      }, 'another page is shown');
      first = await links.first().getAttribute('href');
      // Where a person has scrolled to and what they press stay where they are, and the rows until others are there.
      if (nth === 0) await page.evaluate('scrollTo(0, 80)');
      else
        assert.deepEqual(
          [await boxesOf(next), await page.evaluate('scrollY'), await rowsSeen()],
          before,
          `page ${nth + 1}`,
        );
      if (nth === pages_read - 1) break;
      await next.hover();
      rowsSeen = await watchRows(page);
      before = [await boxesOf(next), await page.evaluate('scrollY'), page_items];
      await next.click();
    }
    t.diagnostic(`${path}: ${Math.round((performance.now() - started) / pages_read)} ms a page`);
  };
  await readPages('/sandbox/customers');
  await readPages(`/sandbox/deliveries?webhook_id=${webhook_id}`);
  // A filter shows the answer of the API to it, first to last.
  const query = [
    ['webhook_id', webhook_id],
    ['status', 'failed'],
    ['limit', String(page_items)],
  ] as const;
  const { body } = await dashboard.call.sandbox({ method: 'GET', path: '/deliveries', query });
  await goTo(page, `/sandbox/deliveries?webhook_id=${webhook_id}&status=failed`);
  await rows
    .filter({ hasText: 'Failed' })
    .nth(page_items - 1)
    .waitFor();
  const links = page.getByRole('grid').locator('a[href*="/deliveries/dlv_"]');
  const shown = await links.evaluateAll((all) => all.map((link) => String(link).split('/').at(-1)));
  assert.deepEqual(
    shown,
    body.data.map(({ id }: { id: string }) => id),
  );
  const read = (await Promise.all(answers)).filter((one) => one !== undefined);
  const bytes = read.map((one) => one.bytes);
  t.diagnostic(
    `${answers.length} lists were read, ${Math.max(...bytes)} bytes at most, ${bytes.reduce((sum, one) => sum + one)} in all`,
  );
  assert.ok(answers.length <= 2 * pages_read + 6, `${answers.length} lists were read`);
  assert.ok(read.length >= pages_read, `${read.length} of them to the end`);
  assert.ok(read.every(({ items, bytes }) => items <= page_items && bytes < 100_000));
});
