import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { operatorIdOf } from '../../functions/core/operator.ts';
import { until } from '../../local/test/helpers/until.ts';
import { aColleague, anOperator, changeAnswers, theDashboard } from '../helpers/dashboard.ts';
import { assertAccessible, assertFits } from '../helpers/page-layout.ts';
import { arrive, comeToFront, follow, goTo, loaded, reload } from '../helpers/page-navigation.ts';
import { aWaitingVerification, openReview } from '../helpers/waiting-verifications.ts';

const dashboard = await theDashboard();
const { live } = dashboard.call;

let colleague: ReturnType<typeof aColleague> | undefined;
const ends: (() => Promise<void>)[] = [];
after(async () => {
  for (const end of ends) await end();
});

/** The other person of this file, at a page of the site: to invite another one costs as much as a test. */
const theColleague = async (path: string) => {
  const isNew = colleague === undefined;
  colleague ??= aColleague({ after: (end) => ends.push(end) }, dashboard, 'reviewer', path);
  const { email, page } = await colleague;
  if (!isNew) await goTo(page, path);
  return { email, page };
};

test('the longest wait is first, keys decide, and what waits next follows; pictures are enlarged and turned', async (t) => {
  const [first, second] = [
    await aWaitingVerification(dashboard),
    await aWaitingVerification(dashboard),
  ];
  const page = await anOperator(t, dashboard, '/live/reviews');
  const links = page.getByRole('link', { name: /^Review idv_/ });
  await links.first().waitFor();
  const order = (await links.allInnerTexts()).map((text) => text.replace('Review ', ''));
  assert.deepEqual(order, order.toSorted(), 'ids begin with their time');
  assert.ok(order.indexOf(first.verification.id) < order.indexOf(second.verification.id));
  await openReview(page, first.verification.id);
  await page.getByText(first.customer.last_name).first().waitFor();
  const image = page.getByRole('img', { name: /Passport, front of/ });
  const { width } = (await image.boundingBox()) ?? { width: 0 };
  await page.getByRole('button', { name: /^Enlarge Passport/ }).click();
  await page.getByRole('button', { name: /^Turn Passport/ }).click();
  await until(
    async () => ((await image.boundingBox())?.width ?? 0) > 1.9 * width,
    'the picture is enlarged',
  );
  const turnOf = () =>
    image.evaluate((shown) => (shown as unknown as { style: { rotate: string } }).style.rotate);
  assert.equal(await turnOf(), '90deg');
  await assertAccessible(page, 'a review');
  await assertFits(page, 'a review');
  const queue = page.getByRole('navigation', { name: 'Queue' }).getByRole('listitem');
  assert.deepEqual(
    await queue.getByRole('link').evaluateAll((all) => all.map((link) => String(link))),
    order.map((id) => new URL(`/live/reviews/${id}`, dashboard.url).href),
  );
  const current = queue.and(page.locator('[aria-current]'));
  await current.getByText(first.customer.last_name).waitFor();
  await arrive(page, () => page.keyboard.press('Alt+KeyA'));
  const next = order.find((id) => id !== first.verification.id);
  assert.ok(page.url().endsWith(`/live/reviews/${next}`), page.url());
  assert.notEqual(await turnOf(), '90deg', 'the next one is not turned');
  await arrive(page, () => page.keyboard.press('Alt+KeyJ'));
});

test('one who decides faster than the API allows is still led to the next one', async (t) => {
  const { verification } = await aWaitingVerification(dashboard);
  await aWaitingVerification(dashboard);
  const page = await anOperator(t, dashboard, `/live/reviews/${verification.id}`);
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  // All that reads the queue at that moment; a retry comes half a second later at the earliest.
  let refusedUntil = 0;
  await page.route(/\/verifications\?reviewing=true/, async (route) => {
    refusedUntil ||= Date.now() + 400;
    if (Date.now() > refusedUntil) return route.continue();
    return route.fulfill({
      status: 429,
      headers: { 'x-should-retry': 'true' },
      contentType: 'application/problem+json',
      body: JSON.stringify({ status: 429, code: 'rate_limited', title: 'Too many' }),
    });
  });
  await arrive(page, () => page.keyboard.press('Alt+KeyA'));
  assert.match(page.url(), /\/live\/reviews\/idv_\w+$/);
  assert.ok(!page.url().includes(verification.id));
});

test('two people share the queue: each sees who has what, takes it or takes it over, and the second decision is rejected', async (t) => {
  const { verification } = await aWaitingVerification(dashboard);
  const { email: own } = dashboard;
  const { email, page: ben } = await theColleague('/live/reviews?assignee=unassigned');
  const row = ben
    .getByRole('row')
    .filter({ has: ben.getByRole('link', { name: `Review ${verification.id}` }) });
  await row.getByText('Nobody').waitFor();
  await row.getByText('United Kingdom').waitFor();
  const anna = await anOperator(t, dashboard, `/live/reviews/${verification.id}`);
  await anna.getByText('Assigned to: Nobody').waitFor();
  await anna.keyboard.press('Alt+KeyT');
  await anna.getByText('Assigned to: You').waitFor();
  await reload(ben);
  await ben.getByRole('button', { name: 'Unassigned', pressed: true }).waitFor();
  await ben.getByRole('button', { name: 'Refresh unassigned' }).waitFor();
  await row.waitFor({ state: 'detached' });
  await ben.getByRole('button', { name: 'All', exact: true }).click();
  await row.getByRole('link', { name: own }).waitFor();
  await ben.getByRole('button', { name: 'Mine', exact: true }).click();
  await ben.getByText('No verifications here.').waitFor();
  await ben.clock.install();
  await goTo(ben, `/live/reviews/${verification.id}`);
  await ben.getByText(`Assigned to: ${own}`).waitFor();
  await ben.getByRole('img', { name: /Selfie of/ }).waitFor();
  await assertAccessible(ben, 'a review that a colleague has');
  await ben.getByRole('button', { name: 'Take over' }).click();
  await ben.getByText('Assigned to: You').waitFor();
  // A page that comes to the front reads again at once.
  await comeToFront(anna);
  await anna.getByText(`Assigned to: ${email}`).waitFor();
  assert.equal(await anna.getByText('This changed after you opened it').count(), 0);
  // One that stays as it is reads again within 15 seconds: the clock of this one stands still before and after them.
  let reads = 0;
  ben.on('request', (request) => {
    if (request.url().endsWith(`/verifications/${verification.id}`)) reads += 1;
  });
  await ben.clock.pauseAt(Number(await ben.evaluate('Date.now()')) + 60_000);
  await anna.getByRole('button', { name: 'Take over' }).click();
  await anna.getByText('Assigned to: You').waitFor();
  const before = reads;
  // While one read is still under way no other one starts: then it is the next one.
  await until(async () => {
    await ben.clock.runFor(15_000);
    return reads > before;
  }, 'it is read again');
  await ben.clock.resume();
  await ben.getByText(`Assigned to: ${own}`).waitFor();
  // The page of the slower one does not read it again before they decide.
  const itself = new RegExp(`/verifications/${verification.id}$`);
  await anna.route(itself, (route) => route.abort());
  await follow(ben.getByRole('button', { name: 'Approve', exact: true }));
  await anna.getByRole('button', { name: 'Approve', exact: true }).click();
  await anna.getByText('This changed after you opened it').waitFor();
  await anna.unroute(itself);
  await anna.getByRole('button', { name: 'Reload' }).click();
  await anna.getByText('This verification needs no decision. Its status is: verified.').waitFor();
  const decided = anna.getByRole('row').filter({ hasText: 'verification.verified' });
  await decided.getByRole('link', { name: email }).waitFor();
  assert.equal(await anna.getByRole('button', { name: 'Approve', exact: true }).count(), 0);
});

test('the next one is the longest wait of one’s own, then of nobody’s, then of others’', async (t) => {
  const { verification } = await aWaitingVerification(dashboard);
  const page = await anOperator(t, dashboard, '/live/configure');
  const { authorization } = await dashboard.operator();
  const { sub } = JSON.parse(
    Buffer.from(authorization('live').split('.')[1] ?? '', 'base64url').toString(),
  );
  const [colleague, removed] = ['opr_01jd5fq7k9e8xv3m2n4p6r8t0v', 'opr_01jd5fq7k9e8xv3m2n4p6r8t0w'];
  const invited = await inviting(page);
  await goTo(page, `/live/reviews/${verification.id}`);
  const { body: waits } = await live({ method: 'GET', path: `/verifications/${verification.id}` });
  const holders = [colleague, removed, null, operatorIdOf(sub)];
  const queue = holders.map((assignee_id, place) => ({
    ...waits,
    assignee_id,
    id: `idv_0000000000000000000000000${place}`,
    submitted_at: `2026-01-0${place + 1}T00:00:00Z`,
  }));
  await page.route(/\/verifications\/idv_0+\d$/, (route) =>
    route.fulfill({
      json: { ...waits, id: new URL(route.request().url()).pathname.split('/').at(-1) },
    }),
  );
  await page.route(/\/verifications\?reviewing=true/, (route) =>
    route.fulfill({ json: { data: queue, has_more: false, next_cursor: null } }),
  );
  // Invited while the page is open.
  invited.push(colleague);
  // A reviewer who goes on without a decision is not led back to the first.
  for (const place of [3, 1, 2, 0]) {
    const id = `idv_0000000000000000000000000${place}`;
    await follow(page.getByRole('button', { name: 'Next' }));
    assert.ok(page.url().endsWith(`/reviews/${id}`), page.url());
  }
});

/** The people of the business as a page reads them, with those whose ids are in the list that this answers. */
const inviting = async (page: Page): Promise<string[]> => {
  const invited: string[] = [];
  await changeAnswers(page, /\/operators\?/, (list) => {
    const others = invited.map((id) => ({
      ...list.data[0],
      id,
      email: `${id}@example.com`,
      role: 'reviewer',
      you: false,
    }));
    return { ...list, data: [...list.data, ...others] };
  });
  return invited;
};

test('a colleague who was invited while a page is open is named where they have a verification', async (t) => {
  const { verification } = await aWaitingVerification(dashboard);
  const page = await anOperator(t, dashboard, '/live/configure');
  const invited = await inviting(page);
  const holders: { list: string | null; itself: string | null } = { list: null, itself: null };
  await changeAnswers(page, /\/verifications(\?reviewing=true|\/idv_)/, ({ data, ...one }) =>
    data
      ? { ...one, data: [{ ...verification, assignee_id: holders.list }] }
      : { ...one, assignee_id: holders.itself },
  );
  await goTo(page, '/live/reviews');
  const row = page.getByRole('row').filter({ hasText: verification.id });
  assert.match(await row.innerText(), /Nobody/);
  holders.list = 'opr_01jd5fq7k9e8xv3m2n4p6r8t0x';
  invited.push(holders.list);
  await page.getByRole('button', { name: 'Refresh all' }).click();
  await row.getByRole('link', { name: `${holders.list}@example.com` }).waitFor();
  holders.itself = 'opr_01jd5fq7k9e8xv3m2n4p6r8t0y';
  invited.push(holders.itself);
  await openReview(page, verification.id);
  await loaded(page);
  assert.match(
    await page.locator('#page').innerText(),
    new RegExp(`Assigned to: ${holders.itself}`),
  );
});

test('two who go on at the same time get two verifications, and each sees the other’s as taken', async (t) => {
  const [first, second, third] = [
    (await aWaitingVerification(dashboard)).verification.id,
    (await aWaitingVerification(dashboard)).verification.id,
    (await aWaitingVerification(dashboard)).verification.id,
  ];
  const anna = await anOperator(t, dashboard, `/live/reviews/${first}`);
  const { email, page: ben } = await theColleague(`/live/reviews/${first}`);
  const two = [second, third];
  const both = Promise.withResolvers<void>();
  const readers = new Set<Page>();
  for (const page of [anna, ben]) {
    // Others wait too: of them these two are the oldest. Both lists are read before one of them is taken.
    await changeAnswers(page, /\/verifications\?reviewing=true/, async ({ data, ...list }) => {
      const oldest = data.filter(({ id }: { readonly id: string }) => two.includes(id));
      readers.add(page);
      if (readers.size === 2) both.resolve();
      await both.promise;
      return { ...list, data: oldest, has_more: false, next_cursor: null };
    });
    await page.getByText('Assigned to: Nobody').waitFor();
  }
  for (const page of [anna, ben]) await page.getByRole('button', { name: 'Next' }).click();
  for (const page of [anna, ben]) await page.getByText('Assigned to: You').waitFor();
  const opened = [anna, ben].map((page) => new URL(page.url()).pathname.split('/').at(-1) ?? '');
  assert.deepEqual(opened.toSorted(), two.toSorted());
  const at = await Promise.all(
    opened.map((id) => live({ method: 'GET', path: `/verifications/${id}` })),
  );
  assert.deepEqual(
    at.map(({ body }) => body.status),
    ['processing', 'processing'],
  );
  await goTo(anna, `/live/reviews/${opened[1]}`);
  await anna.getByText(`Assigned to: ${email}`).waitFor();
});
