import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { operatorIdOf } from '../../functions/core/operator.ts';
import { until } from '../../local/test/helpers/until.ts';
import {
  aColleague,
  anOperator,
  changeAnswers,
  picture,
  theDashboard,
} from '../helpers/dashboard.ts';
import { fileOf } from '../helpers/document-files.ts';
import { completePerson } from '../helpers/fixtures/customers.ts';
import { assertAccessible, assertFits, boxesOf } from '../helpers/page-layout.ts';
import { arrive, follow, goTo, reload } from '../helpers/page-navigation.ts';
import type { Any } from '../helpers/printed-document.ts';

const dashboard = await theDashboard();
const { live } = dashboard.call;

/** A verification of live that waits for a person; its documents were sent as a program sends them. */
const aWaitingVerification = async () => {
  const { body: customer } = await live({
    method: 'POST',
    path: '/customers',
    body: completePerson(),
  });
  const document_ids: string[] = [];
  for (const type of ['passport', 'selfie']) document_ids.push(await aDocument(customer.id, type));
  const path = `/customers/${customer.id}/verifications`;
  const { body: started } = await live({
    method: 'POST',
    path,
    body: { level: 'standard', document_ids },
  });
  const submitted = await live({ method: 'POST', path: `/verifications/${started.id}/submit` });
  assert.equal(submitted.status, 200, submitted.text);
  // A page that is opened earlier reads the list again only twice a minute.
  await until(
    async () => (await waiting()).some(({ id }) => id === started.id),
    'the verification waits for a person',
  );
  return { customer, verification: started };
};

const waiting = async (): Promise<readonly { readonly id: string }[]> => {
  const operator = await dashboard.operator();
  const queue = new URL('/api/live/v1/verifications?reviewing=true', dashboard.url);
  const answer = await fetch(queue, { headers: { authorization: operator.authorization('live') } });
  assert.equal(answer.status, 200);
  return ((await answer.json()) as { data: { id: string }[] }).data;
};

const aDocument = async (customerId: string, type: string): Promise<string> => {
  const bytes = fileOf('passport.jpg');
  const body = { type, content_type: 'image/jpeg', size_bytes: bytes.length };
  const created = await live({ method: 'POST', path: `/customers/${customerId}/documents`, body });
  assert.equal(created.status, 201, created.text);
  const { url, method, headers } = created.body.upload;
  const sent = await fetch(url, { method, headers, body: new Uint8Array(bytes) });
  assert.ok(sent.ok, await sent.text());
  await until(async () => {
    const { body: document } = await live({ method: 'GET', path: `/documents/${created.body.id}` });
    return document.status === 'accepted';
  }, 'the document is accepted');
  return created.body.id;
};

/** Opens a waiting verification from the queue and waits until its documents are visible. */
const open = async (page: Page, id: string): Promise<void> => {
  await follow(page.getByRole('link', { name: `Review ${id}` }));
  for (const name of [/Passport, front of/, /Selfie of/]) {
    const picture = page.getByRole('img', { name });
    await picture.waitFor();
    await until(
      () =>
        picture.evaluate(
          (image) => (image as unknown as { naturalWidth: number }).naturalWidth > 0,
        ),
      'the picture is drawn',
    );
  }
};

const decisions = [
  { name: 'Approve', reason: undefined, status: 'verified', code: null, identity: 'verified' },
  {
    name: 'Reject',
    reason: 'The documents or the person are not genuine',
    status: 'rejected',
    code: 'suspected_fraud',
    identity: 'rejected',
  },
  {
    name: 'Request new documents',
    reason: 'A document cannot be read',
    status: 'requires_input',
    code: 'document_unreadable',
    identity: 'unverified',
  },
] as const;

for (const { name, reason, status, code, identity } of decisions)
  test(`a person compares the documents side by side; ${name} makes it ${status}, and the event names who did it`, async (t) => {
    const { customer, verification } = await aWaitingVerification();
    const page = await anOperator(t, dashboard, '/live/reviews');
    await open(page, verification.id);
    const [first, second] = await boxesOf(
      page.getByRole('img', { name: /Passport, front of|Selfie of/ }),
    );
    assert.ok(
      first && second && first.y === second.y && first.x + first.width <= second.x,
      'side by side',
    );
    await picture(page, 'review');
    await arrive(page, async () => {
      await page.getByRole('button', { name, exact: true }).click();
      if (!reason) return;
      const question = page.getByRole('dialog', { name });
      await question.getByRole('button', { name: /Reason/ }).click();
      await page.getByRole('option', { name: reason }).click();
      await question.getByLabel('Internal note (optional)').fill('Seen by two of us.');
      await question.getByRole('button', { name, exact: true }).click();
    });
    // The next one follows, or the queue.
    const { pathname } = new URL(page.url());
    assert.ok(pathname.startsWith('/live/reviews') && !pathname.includes(verification.id));
    const { body: decided } = await live({
      method: 'GET',
      path: `/verifications/${verification.id}`,
    });
    assert.equal(decided.status, status);
    assert.equal(decided.last_error?.code ?? null, code);
    await until(async () => {
      const { body } = await live({ method: 'GET', path: `/customers/${customer.id}` });
      return body.verification.status === identity;
    }, `the customer is ${identity}`);
    const query = [
      ['resource_id', verification.id],
      ['type', `verification.${status}`],
    ] as const;
    const event = await until(async () => {
      const { body } = await live({ method: 'GET', path: '/events', query });
      return body.data[0];
    }, 'the event of the decision');
    const operator = await dashboard.operator();
    const { sub } = JSON.parse(
      Buffer.from(operator.authorization('live').split('.')[1] ?? '', 'base64url').toString(),
    );
    assert.deepEqual(event.causation.actor, { type: 'operator', id: operatorIdOf(sub) });
    if (name !== 'Approve') return;
    await goTo(page, `/live/events/${event.id}`);
    await follow(page.getByRole('link', { name: dashboard.email }));
    assert.ok(page.url().endsWith(`/live/operators/${operatorIdOf(sub)}`), page.url());
    const approval = page.getByRole('link', {
      name: `POST /verifications/${verification.id}/approve`,
    });
    await until(async () => {
      await page.getByRole('button', { name: 'Refresh requests' }).click();
      return (await approval.count()) > 0;
    }, 'the approval is recorded');
  });

test('the longest wait is first, keys decide, and what waits next follows; pictures are enlarged and turned', async (t) => {
  const [first, second] = [await aWaitingVerification(), await aWaitingVerification()];
  const page = await anOperator(t, dashboard, '/live/reviews');
  const links = page.getByRole('link', { name: /^Review idv_/ });
  await links.first().waitFor();
  const order = (await links.allInnerTexts()).map((text) => text.replace('Review ', ''));
  assert.deepEqual(order, order.toSorted(), 'ids begin with their time');
  assert.ok(order.indexOf(first.verification.id) < order.indexOf(second.verification.id));
  await open(page, first.verification.id);
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

test('what a verifier found stands beside the profile, with the reasons', async (t) => {
  const { verification } = await aWaitingVerification();
  const page = await anOperator(t, dashboard, '/live/reviews');
  const fields = [{ field: 'last_name', profile: 'King', document: 'KONG', agrees: false }];
  const evidence = { fields, similarity: 91.5, reasons: ['nationality_mismatch'] };
  const latin_name = { first_name: 'ADA', last_name: 'KONG', may_be_cut_off: true };
  const checks = [
    { subject_id: verification.customer_id, provider: 'aws', reference: 'a', evidence, latin_name },
  ];
  await page.route(`**/verifications/${verification.id}/evidence`, (route) =>
    route.fulfill({ json: { checks } }),
  );
  await open(page, verification.id);
  await page.getByRole('row', { name: /Last name King KONG Differs/ }).waitFor();
  for (const text of ['91 %', 'The document names another nationality'])
    await page.getByText(text).waitFor();
  await page.getByText('Name in the machine-readable lines: ADA KONG').waitFor();
  await page.getByText('some may be cut off').waitFor();
  await assertAccessible(page, 'a review with a name that was read');
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await page.getByRole('button', { name: 'Take over as Latin name' }).click();
  const { latin_name: taken } = (await (await saved).json()) as Any;
  assert.deepEqual(taken, { first_name: 'ADA', middle_name: null, last_name: 'KONG' });
  await page.getByText('Name in the machine-readable lines').waitFor({ state: 'detached' });
});

test('two people share the queue: each sees who has what, takes it or takes it over, and the second decision is rejected', async (t) => {
  const { verification } = await aWaitingVerification();
  const { email: own } = dashboard;
  const { email, page: ben } = await aColleague(
    t,
    dashboard,
    'reviewer',
    '/live/reviews?assignee=unassigned',
  );
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
  await anna.evaluate("dispatchEvent(new Event('visibilitychange'))");
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
  const { verification } = await aWaitingVerification();
  const page = await anOperator(t, dashboard, `/live/reviews/${verification.id}`);
  const { authorization } = await dashboard.operator();
  const { sub } = JSON.parse(
    Buffer.from(authorization('live').split('.')[1] ?? '', 'base64url').toString(),
  );
  const [colleague, removed] = ['opr_01jd5fq7k9e8xv3m2n4p6r8t0v', 'opr_01jd5fq7k9e8xv3m2n4p6r8t0w'];
  await changeAnswers(page, /\/operators\?/, (list) => {
    const other = { ...list.data[0], id: colleague, role: 'reviewer', you: false };
    return { ...list, data: [...list.data, other] };
  });
  await reload(page);
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
  // Who goes on without a decision is not led back to the first.
  for (const place of [3, 1, 2, 0]) {
    const id = `idv_0000000000000000000000000${place}`;
    await follow(page.getByRole('button', { name: 'Next' }));
    assert.ok(page.url().endsWith(`/reviews/${id}`), page.url());
  }
});

test('two who go on at the same time get two verifications, and each sees the other’s as taken', async (t) => {
  const [first, second, third] = [
    (await aWaitingVerification()).verification.id,
    (await aWaitingVerification()).verification.id,
    (await aWaitingVerification()).verification.id,
  ];
  const anna = await anOperator(t, dashboard, `/live/reviews/${first}`);
  const { email, page: ben } = await aColleague(t, dashboard, 'reviewer', `/live/reviews/${first}`);
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

test('a decision on a version that has changed is rejected, and the current version is shown', async (t) => {
  const { customer, verification } = await aWaitingVerification();
  const page = await anOperator(t, dashboard, '/live/reviews');
  await open(page, verification.id);
  const itself = new RegExp(`/verifications/${verification.id}$`);
  await page.route(itself, (route) => route.abort());
  const closed = await live({
    method: 'POST',
    path: `/customers/${customer.id}/close`,
    body: { reason: 'Left.' },
  });
  assert.equal(closed.status, 200, closed.text);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByText('This changed after you opened it').waitFor();
  await page.unroute(itself);
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByText('This verification needs no decision. Its status is: canceled.').waitFor();
  assert.equal(await page.getByText('This changed after you opened it').count(), 0);
  assert.equal(await page.getByRole('button', { name: 'Approve', exact: true }).count(), 0);
});

test('a document is uploaded on the page, and followed until it was checked', async (t) => {
  const { body: customer } = await dashboard.call.sandbox({
    method: 'POST',
    path: '/customers',
    body: completePerson(),
  });
  const page = await anOperator(
    t,
    dashboard,
    `/sandbox/customers/${customer.id}/documents/new?type=passport`,
  );
  const file = { name: 'passport.jpg', mimeType: 'image/jpeg', buffer: fileOf('passport.jpg') };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Upload' }).click();
  await page.getByText('The document can be used for a verification.').waitFor();
});
