import assert from 'node:assert/strict';
import {
  announceDocument,
  type Document,
  inspectedBy,
  nextLook,
  transitionDocument,
  uploadExpired,
} from '../../../../functions/identity/documents/model.ts';
import type {
  DocumentStatus,
  DocumentTrigger,
} from '../../../../functions/identity/documents/states.ts';
import {
  documentTypes,
  sideFault,
  sideShown,
} from '../../../../functions/identity/documents/states.ts';
import { durations, durationsAt } from '../../../helpers/durations.ts';
import { describe, test } from '../../../helpers/tests.ts';

const statuses: readonly DocumentStatus[] = [
  'awaiting_upload',
  'processing',
  'accepted',
  'rejected',
  'expired',
];
const conditions: readonly DocumentTrigger[] = ['upload', 'accept', 'reject', 'expire', 'lapse'];
const now = new Date('2026-11-20T15:04:05.123Z');
const after = (ms: number) => new Date(now.getTime() + ms);
const [minute, day] = [60_000, 24 * 60 * 60_000];

const { after: announced } = announceDocument(
  { type: 'passport', content_type: 'image/jpeg', size_bytes: 5 },
  { id: 'doc_1', tenant_id: 'biz_1', customer_id: 'cus_1', now, durations },
);

/** Written by hand: the table must say just this. */
const golden: Readonly<Record<string, string>> = {
  'awaiting_upload upload': 'processing document.processing',
  'awaiting_upload accept': 'accepted document.accepted',
  'awaiting_upload reject': 'rejected document.rejected',
  'awaiting_upload expire': 'expired document.expired',
  'processing accept': 'accepted document.accepted',
  'processing reject': 'rejected document.rejected',
  'accepted lapse': 'expired document.expired',
};

for (const status of statuses)
  for (const fact of conditions) {
    const expected = golden[`${status} ${fact}`];
    const document: Document = { ...announced, status, version: 7 };
    const moved = transitionDocument(document, fact, after(minute), {
      status_reason: fact === 'reject' ? 'unreadable' : null,
    });
    test(`${fact} of a document that is ${status} ${expected ? `makes it ${expected}` : 'is no move'}`, () => {
      if (!expected) return assert.equal(moved, undefined);
      assert.equal(`${moved?.after.status} ${moved?.event}`, expected);
      const { version, updated_at, scheduled_at } = moved?.after ?? assert.fail();
      assert.deepEqual([version, updated_at, scheduled_at], [8, after(minute).toISOString(), null]);
    });
  }

describe('an awaited document is looked for', () => {
  const look = (ms: number, speed = 1) =>
    Date.parse(nextLook(announced, { now: after(ms), durations: durationsAt(speed) })) -
    now.getTime();

  test('first when its link has ended, then after pauses that double, at last when the wait ends', () => {
    assert.equal(announced.scheduled_at, after(16 * minute).toISOString());
    assert.equal(look(10 * minute), 20 * minute);
    assert.equal(look(16 * minute), 32 * minute);
    assert.equal(look(3 * day), 6 * day);
    assert.equal(look(4 * day), 7 * day);
  });

  test('as often in seven days as there are doublings', () => {
    let [at, looks] = [0, 0];
    for (; at < 7 * day; looks++) at = look(at);
    assert.deepEqual([at, looks], [7 * day, 11]);
  });

  test('sooner where waits are shorter', () => {
    assert.deepEqual([look(0, 60), look(3 * day, 60)], [16_000, (7 * day) / 60]);
    assert.equal(inspectedBy({ now, durations: durationsAt(60) }), after(3_000).toISOString());
  });

  test('until it is seven days old to the millisecond', () => {
    assert.equal(uploadExpired(announced, { now: after(7 * day - 1), durations }), false);
    assert.equal(uploadExpired(announced, { now: after(7 * day), durations }), true);
    assert.equal(
      uploadExpired(announced, { now: after((7 * day) / 60), durations: durationsAt(60) }),
      true,
    );
  });
});

test('each type takes the sides that it has', () => {
  const said = [null, 'front', 'back'] as const;
  const taken = documentTypes.map((type) => [
    type,
    ...said.map((side) => sideFault(type, side)?.code ?? sideShown(type, side)),
  ]);
  const both = ['required', 'front', 'back'];
  const none = [null, 'invalid_value', 'invalid_value'];
  assert.deepEqual(taken, [
    ['passport', 'front', 'front', 'invalid_value'],
    ['national_id', ...both],
    ['drivers_license', ...both],
    ['residence_permit', ...both],
    ['proof_of_address', ...none],
    ['selfie', ...none],
    ['company_registration', ...none],
  ]);
});
