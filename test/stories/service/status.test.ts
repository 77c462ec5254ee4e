import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fanOutEvent } from '../../../functions/app/jobs/jobs.ts';
import { measured } from '../../../functions/core/metrics.ts';
import { functionName, queueName } from '../../../lib/environments.ts';
import { awsFile, writeWhole } from '../../../local/files.ts';
import { startScript } from '../../../local/test/helpers/processes.ts';
import { until } from '../../../local/test/helpers/until.ts';
import { aCustomer } from '../../helpers/fixtures/customers.ts';
import { aTenant } from '../../helpers/fixtures/tenants.ts';
import { startService } from '../../helpers/service.ts';

const local = await startService();
const folder = mkdtempSync(join(tmpdir(), 'status-'));
after(async () => {
  await local.stop();
  rmSync(folder, { recursive: true });
});
writeWhole(awsFile(join(folder, '.local')), {
  endpoint: local.endpoint,
  pid: process.pid,
  ...local.operator,
});

const status = async () => {
  const script = startScript('bin/ops/status.ts', ['sandbox'], folder);
  return { code: await script.ended, stdout: script.stdout(), stderr: script.stderr() };
};

test('the status of a quiet service has one screen of lines, without ✗', async () => {
  const { code, stdout, stderr } = await status();
  assert.deepEqual([code, stderr], [0, ''], stdout);
  assert.match(stdout, /^sandbox, in the local service at http/);
  assert.match(stdout, /^ {2}version +\d+\.\d+\.\d+, contract \d+\.\d+\.\d+; /m);
  assert.match(stdout, /^✓ queues +\d, all empty$/m);
  assert.match(stdout, /^✓ failed messages +none$/m);
  assert.match(stdout, /^✓ unreadable items +0 within a day$/m);
  assert.match(stdout, /^✓ alarms +none of \d+ in ALARM; \d+ without data$/m);
  assert.ok(stdout.split('\n').length <= 24);
});

test('the status of a queue that nobody consumes has its age and its alarm', async (t) => {
  const tenant = await aTenant(local);
  const name = functionName('sandbox', fanOutEvent.id);
  const mapping = () =>
    local.mappings.list().find(({ functionArn }) => functionArn.includes(name)) ??
    assert.fail(name);
  local.mappings.enable(mapping().uuid, false);
  await until(() => mapping().state === 'Disabled');
  await aCustomer(tenant);
  const queue = local.queues.byName(queueName('sandbox', 'webhooks'), 'eu-west-1');
  await until(() => (queue?.depth().visible ?? 0) > 0, 'a message waits');
  const young = await status();
  assert.equal(young.code, 0, young.stdout);
  assert.match(
    young.stdout,
    /^✓ queue webhooks +[1-9]\d* waiting, 0 in flight, oldest \d+ (s|min)$/m,
  );

  const now = Date.now.bind(Date);
  t.mock.method(Date, 'now', () => now() + 40 * 60_000);
  const { code, stdout } = await status();
  assert.equal(code, 1, stdout);
  assert.match(stdout, /^✗ queue webhooks +[1-9]\d* waiting, 0 in flight, oldest 4\d min$/m);
  assert.match(stdout, /^✗ alarms +(.*, )?webhooks-waiting(,.*)? in ALARM; \d+ without data$/m);
});

test('the status counts items that a function could not read', async () => {
  const log = measured('unreadable_items', 1, {}, { now: new Date(), environment: 'sandbox' });
  const line = { functionName: 'a', instanceId: 'b', stream: 'stdout', at: Date.now() } as const;
  for (const _ of [1, 2]) local.logs.add({ ...line, line: JSON.stringify(log) });
  const { code, stdout } = await status();
  assert.equal(code, 1, stdout);
  assert.match(stdout, /^✗ unreadable items +2 within a day$/m);
  assert.match(stdout, /^✗ alarms +.*stored-items-unreadable/m);
});
