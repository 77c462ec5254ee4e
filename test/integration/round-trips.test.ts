import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { functionName } from '../../lib/environments.ts';
import type { RecordedCall } from '../../local/recorder.ts';
import type { Local } from '../../local/start.ts';
import { eventWorkers } from '../helpers/event-workers.ts';
import { aTenant } from '../helpers/given.ts';
import { quiet } from '../helpers/quiet.ts';
import { allCases, ask } from '../helpers/route-cases.ts';
import { startService } from '../helpers/service.ts';

let local: Local;
before(async () => {
  local = await startService();
});
after(() => local.stop());

const workerNames = new Set<string | undefined>(eventWorkers.map(({ id }) => functionName('sandbox', id)));

const unitsOf = (calls: readonly RecordedCall[]) => calls.reduce((sum, { capacityUnits }) => sum + capacityUnits, 0);

describe('round trips and capacity units, with the key known to the gateway', () => {
  const measured: string[][] = [['call', 'answer', 'round trips', 'capacity units']];
  after(() => console.log(tableOf(measured)));

  for (const { route, it } of allCases) {
    test(`${route.id} ${it.name}: ${it.asks.length}`, async () => {
      const tenant = await aTenant(local);
      await tenant.call({ method: 'GET', path: '/accounts' });
      const said = await it.arrange(tenant);
      await quiet(local);
      const name = functionName('sandbox', route.id);
      const all = await local.recorder.during(async () => {
        const { status, text } = await ask(tenant, route, said);
        assert.equal(status, it.status, text);
      });
      // The workers that an event wakes may begin before the answer arrives.
      const calls = all.filter((each) => each.function === name || !workerNames.has(each.function));
      const asked = calls.map(({ operation }) => operation);
      measured.push([`${route.id} ${it.name}`, String(it.status), asked.join(', ') || 'none', String(unitsOf(calls))]);
      assert.deepEqual(inRoundTrips(asked, it.asks), it.asks);
      assert.deepEqual(new Set(calls.map((each) => each.function)), makersOf(route.id, it.asks));
      assert.equal(unitsOf(calls), it.units);
    });
  }
});

/** What was asked, with calls that were made at once in the order of their names, as they may arrive in any. */
const inRoundTrips = (asked: readonly string[], asks: readonly string[]): string[] => {
  const left = [...asked];
  const trips = asks.map((trip) => left.splice(0, trip.split(' + ').length).toSorted().join(' + '));
  return [...trips, ...left];
};

const makersOf = (id: string, asks: readonly string[]) =>
  new Set(asks.length === 0 ? [] : [functionName('sandbox', id)]);

const tableOf = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n');
};

test('a key that the gateway does not know costs one round trip more, and two when it is its first use of the day', async () => {
  const { secret_key, call } = await aTenant(local);
  const authorizer = functionName('sandbox', 'authorize-request');
  const asked = async (action: () => Promise<unknown>) => {
    const calls = await local.recorder.during(action);
    return calls.filter((each) => each.function === authorizer).map(({ operation }) => operation);
  };
  const methodArn = 'arn:aws:execute-api:eu-west-1:000000000000:api/v1/GET/accounts';
  const anew = () => local.invoke(authorizer, { type: 'TOKEN', methodArn, authorizationToken: secret_key });
  assert.deepEqual(await asked(() => call({ method: 'GET', path: '/accounts' })), ['GetItem', 'UpdateItem']);
  assert.deepEqual(await asked(anew), ['GetItem']);
  assert.deepEqual(await asked(() => call({ method: 'GET', path: '/accounts' })), []);
});
