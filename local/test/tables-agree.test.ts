import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Answering, disagreement } from './helpers/agreement/agreement.ts';
import { binary, startBinary } from './helpers/agreement/binary.ts';

const path = binary();
const reason = path === undefined && 'the binary of another engine runs on Linux x64 alone';

type Output = Record<string, unknown>;

const deviations: Readonly<Record<string, (operation: string, output: Output) => void>> = {
  'a query without its last item': (operation, { Items }) => {
    if (operation === 'Query') (Items as unknown[] | undefined)?.pop();
  },
  'units that are half a unit more': (operation, { ConsumedCapacity }) => {
    if (operation === 'GetItem') (ConsumedCapacity as { CapacityUnits: number }).CapacityUnits += 0.5;
  },
  'a put without the old item': (operation, output) => {
    if (operation === 'PutItem') delete output.Attributes;
  },
  'a stream without removals': (operation, output) => {
    if (operation !== 'streams/GetRecords') return;
    output.Records = (output.Records as { eventName: string }[]).filter(({ eventName }) => eventName !== 'REMOVE');
  },
};

/** The engine with some answers changed. */
const deviating = (engine: Answering, change: (operation: string, output: Output) => void): Answering => ({
  call: async <T>(operation: string, input: unknown) => {
    const output = await engine.call<Output>(operation, input);
    change(operation, output);
    return output as T;
  },
});

describe('random commands on two binaries', { skip: reason }, () => {
  let one: Awaited<ReturnType<typeof startBinary>>;
  let other: Awaited<ReturnType<typeof startBinary>>;
  before(async () => {
    [one, other] = await Promise.all([startBinary(String(path)), startBinary(String(path))]);
  });
  after(() => Promise.all([one.stop(), other.stop()]));

  const found = async (change: (operation: string, output: Output) => void) => {
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const difference = await disagreement(one, deviating(other, change), seed);
      if (difference) return difference;
    }
    return undefined;
  };

  test('agree', async () => {
    assert.equal(await found(() => {}), undefined);
  });
  for (const [name, change] of Object.entries(deviations))
    test(`show ${name}`, async () => {
      assert.ok(await found(change));
    });
});
