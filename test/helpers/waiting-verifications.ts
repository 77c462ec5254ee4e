import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../../local/test/helpers/until.ts';
import type { Caller } from './call.ts';
import type { Dashboard } from './dashboard.ts';
import { fileOf } from './document-files.ts';
import { completePerson } from './fixtures/customers.ts';
import { follow } from './page-navigation.ts';

/** A verification of live that waits for a person; its documents were sent as a program sends them. */
export const aWaitingVerification = async (dashboard: Dashboard) => {
  const { live } = dashboard.call;
  const { body: customer } = await live({
    method: 'POST',
    path: '/customers',
    body: completePerson(),
  });
  const document_ids: string[] = [];
  for (const type of ['passport', 'selfie'])
    document_ids.push(await aDocument(live, customer.id, type));
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
    async () => (await waitingOf(dashboard)).some(({ id }) => id === started.id),
    'the verification waits for a person',
  );
  return { customer, verification: started };
};

const waitingOf = async (dashboard: Dashboard): Promise<readonly { readonly id: string }[]> => {
  const operator = await dashboard.operator();
  const queue = new URL('/api/live/v1/verifications?reviewing=true', dashboard.url);
  const answer = await fetch(queue, { headers: { authorization: operator.authorization('live') } });
  assert.equal(answer.status, 200);
  return ((await answer.json()) as { data: { id: string }[] }).data;
};

const aDocument = async (live: Caller, customerId: string, type: string): Promise<string> => {
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
export const openReview = async (page: Page, id: string): Promise<void> => {
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
