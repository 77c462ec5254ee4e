import assert from 'node:assert/strict';
import { scheduledAtOf } from '../../../../functions/core/dynamodb/scheduled-work.ts';
import { asRead, isNew } from '../../../../functions/core/dynamodb/writes.ts';
import {
  healthOf,
  noHealth,
  reconcileNow,
  type StoredHealth,
  saveHealth,
} from '../../../../functions/delivery/webhooks/health-table.ts';
import { now } from '../../../helpers/fixtures/cards.ts';
import { describe, test } from '../../../helpers/tests.ts';

const owner = { id: 'whk_1', tenant_id: 'biz_1' };
const at = (ms: number) => new Date(now.getTime() + ms);

const saved = (health: Partial<StoredHealth>) => {
  const write = saveHealth(owner, { ...noHealth, ...health }, now);
  return write.kind === 'put' ? write : assert.fail();
};

describe('stored health is due', () => {
  const job = (ms: number) => reconcileNow(noHealth, at(ms)).job;
  const open = { state: 'open', next_probe_at: at(5).toISOString() } as const;
  const probing = {
    state: 'half_open',
    probe: { token: 't', until: at(5).toISOString() },
  } as const;
  for (const [what, health, due_ms] of [
    ['never, where nothing waits', {}, null],
    ['with its job', { job: job(9) }, 9],
    ['with the next probe', open, 5],
    ['when a probe must have ended', probing, 5],
    ['with the probe where that comes first', { ...open, job: job(9) }, 5],
    ['with the job where that comes first', { ...open, job: job(1) }, 1],
  ] as const)
    test(what, () => {
      const { item } = saved(health);
      assert.equal(scheduledAtOf(item), due_ms === null ? null : at(due_ms).toISOString());
      assert.equal(item.schedule_shard === undefined, due_ms === null);
    });
});

test('it is written over what was read, or as the first, and goes with the last of its deliveries', () => {
  assert.deepEqual([saved({}).when, saved({ version: 3 }).when], [isNew, asRead(3)]);
  assert.deepEqual([saved({}).item.version, saved({ version: 3 }).item.version], [1, 4]);
  assert.equal(saved({}).item.expires_at_s, Math.floor(now.getTime() / 1_000) + 90 * 24 * 60 * 60);
});

test('it is read as it was written, whatever only the table needs', () => {
  const health: StoredHealth = { ...reconcileNow(noHealth, now), version: 3 };
  const { key, item } = saved(health);
  assert.deepEqual(healthOf({ ...item, pk: key.pk, sk: key.sk, sweeps: 2 }), {
    ...health,
    version: 4,
  });
  assert.deepEqual(healthOf(undefined), noHealth);
});
