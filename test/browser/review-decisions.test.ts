import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operatorIdOf } from '../../functions/core/operator.ts';
import { until } from '../../local/test/helpers/until.ts';
import { anOperator, picture, theDashboard } from '../helpers/dashboard.ts';
import { assertAccessible, boxesOf } from '../helpers/page-layout.ts';
import { arrive, follow, goTo } from '../helpers/page-navigation.ts';
import type { Any } from '../helpers/printed-document.ts';
import { aWaitingVerification, openReview } from '../helpers/waiting-verifications.ts';

const dashboard = await theDashboard();
const { live } = dashboard.call;

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
    const { customer, verification } = await aWaitingVerification(dashboard);
    const page = await anOperator(t, dashboard, '/live/reviews');
    await openReview(page, verification.id);
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

test('what a verifier found stands beside the profile, with the reasons', async (t) => {
  const { verification } = await aWaitingVerification(dashboard);
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
  await openReview(page, verification.id);
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

test('a decision on a version that has changed is rejected, and the current version is shown', async (t) => {
  const { customer, verification } = await aWaitingVerification(dashboard);
  const page = await anOperator(t, dashboard, '/live/reviews');
  await openReview(page, verification.id);
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
