import assert from 'node:assert/strict';
import { dueLine, failedLine, notKnown, queueLines, statusText } from '../../lib/status.ts';
import { test } from '../helpers/tests.ts';

const queue = (name: string, waiting: number, oldest_s?: number) => ({
  name,
  waiting,
  inFlight: 0,
  oldest_s,
});
const now = new Date('2026-11-29T10:00:00Z');

test('a queue is late when its oldest message waits longer than its job takes', () => {
  assert.deepEqual(queueLines([queue('cards', 0)]), [
    { name: 'queues', text: '1, all empty', isGood: true },
  ]);
  const [late, early, unknown] = queueLines([
    queue('cards', 3, 1_000),
    queue('deliver', 1, 20),
    queue('webhooks', 1),
  ]);
  assert.deepEqual([late?.isGood, early?.isGood, unknown?.isGood], [false, true, undefined]);
  assert.equal(late?.text, '3 waiting, 0 in flight, oldest 17 min');
});

test('overdue work is late when sweeps have left it for minutes', () => {
  const due = (at: string) => dueLine({ at, group: 'biz_1/order' }, now);
  assert.deepEqual(
    [due('2026-11-29T09:58:00Z').isGood, due('2026-11-29T09:50:00Z').isGood],
    [true, false],
  );
  assert.equal(due('2026-11-29T11:00:00Z').text, 'nothing is overdue');
  assert.equal(dueLine(undefined, now).isGood, true);
});

test('each line has a sign, or none where nothing can tell', () => {
  const lines = [
    failedLine([queue('cards-failed', 2)]),
    failedLine([]),
    notKnown('alarms', 'no CloudWatch'),
  ];
  assert.equal(
    statusText(lines),
    '✗ failed messages  cards-failed 2\n✓ failed messages  none\n  alarms           not known: no CloudWatch',
  );
});
