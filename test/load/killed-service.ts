import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { build_ms_max, endAtOnce, type Script } from '../../local/test/helpers/processes.ts';
import { until } from '../../local/test/helpers/until.ts';
import { environmentFile, start } from '../helpers/started.ts';

// `npx node --test test/load/killed-service.ts`: kills the service of `npm start` amid 2 000 creates, starts it again, and
// compares what was acknowledged with what is there.

const creates_count = 2_000;
const creates_at_once = 20;
/** Shares of the creates that are acknowledged when the service is killed. */
const kills = [0.1, 0.5, 0.8];

type Sandbox = { readonly base_url: string; readonly secret_key: string };
type Page = {
  readonly data: readonly { id: string; data: { id: string } }[];
  next_cursor: string | null;
};

const started = async (): Promise<{ readonly script: Script; readonly sandbox: Sandbox }> => {
  const script = start({ LOCAL_THROTTLE: '100000/100000', LOCAL_LIMIT: '100000/100000' });
  await until(
    () => script.stdout().includes('curl') || script.child.exitCode !== null,
    'ready',
    build_ms_max,
  );
  return { script, sandbox: JSON.parse(readFileSync(environmentFile, 'utf8')).sandbox };
};

const create = async ({ base_url, secret_key }: Sandbox, key: string): Promise<string> => {
  const answer = await fetch(`${base_url}customers`, {
    method: 'POST',
    headers: { 'Api-Key': secret_key, 'Idempotency-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      type: 'individual',
      first_name: 'Ada',
      last_name: 'Lovelace',
      external_id: key,
    }),
  });
  const body = await answer.text();
  assert.equal(answer.status, 201, body);
  return JSON.parse(body).id;
};

/** The ids on all pages. */
const listed = async ({ base_url, secret_key }: Sandbox, path: string): Promise<Page['data']> => {
  const all: Page['data'][number][] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query = `limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const answer = await fetch(`${base_url}${path}${query}`, {
      headers: { 'Api-Key': secret_key },
    });
    const page = (await answer.json()) as Page;
    assert.equal(answer.status, 200, JSON.stringify(page));
    all.push(...page.data);
    cursor = page.next_cursor;
  }
  return all;
};

/** Sends each key once, a few at a time; `acknowledged` gets the id of each that was answered. */
const createAll = (
  sandbox: Sandbox,
  keys: string[],
  acknowledged: Map<string, string>,
  after: () => void,
) =>
  Promise.all(
    Array.from({ length: creates_at_once }, async () => {
      for (let key = keys.shift(); key !== undefined; key = keys.shift()) {
        const id = await create(sandbox, key).catch((error) => {
          if (error instanceof TypeError) return undefined;
          throw error;
        });
        if (id === undefined) return;
        acknowledged.set(key, id);
        after();
      }
    }),
  );

test('kill -9 amid creates loses nothing that was acknowledged, and leaves nothing half', async (t) => {
  const acknowledged = new Map<string, string>();
  const keys = Array.from({ length: creates_count }, (_, at) => `create-${at}`);
  const left = [...keys];
  for (const share of kills) {
    const { script, sandbox } = await started();
    await createAll(sandbox, left, acknowledged, () => {
      if (acknowledged.size === Math.round(share * creates_count)) endAtOnce(script.child.pid ?? 0);
    });
    await script.ended;
    assert.equal(script.child.signalCode, 'SIGKILL');
  }
  const before = acknowledged.size;
  const { script, sandbox } = await started();
  const there = new Set((await listed(sandbox, 'customers?')).map(({ id }) => id));
  const missing = [...acknowledged.values()].filter((id) => !there.has(id));
  assert.deepEqual(missing, []);
  const unanswered = there.size - before;
  for (const key of keys) {
    const id = await create(sandbox, key);
    assert.equal(id, acknowledged.get(key) ?? id, key);
    acknowledged.set(key, id);
  }
  const all = (await listed(sandbox, 'customers?')).map(({ id }) => id);
  assert.deepEqual(all.toSorted(), [...acknowledged.values()].toSorted());
  const events = await listed(sandbox, 'events?type=customer.created&');
  assert.deepEqual(events.map(({ data }) => data.id).toSorted(), all.toSorted());
  script.child.kill('SIGTERM');
  assert.equal(await script.ended, 0);
  t.diagnostic(
    `${kills.length} kills; ${before} acknowledged, 0 missing; ${unanswered} applied and not answered`,
  );
  t.diagnostic(
    `${all.length} customers and ${events.length} events after ${creates_count} retries`,
  );
});
