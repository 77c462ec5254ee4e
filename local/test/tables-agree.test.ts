import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { disagreement } from './helpers/agreement/agreement.ts';
import type { Answering } from './helpers/agreement/answering.ts';
import { binary, startBinary } from './helpers/agreement/binary.ts';
import { own } from './helpers/agreement/own.ts';

const path = binary();
const reason =
  path === undefined && '@dynoxide/linux-x64 is not installed: npm installs it on Linux x64 alone';

type Output = Record<string, unknown>;

const deviations: Readonly<Record<string, (operation: string, output: Output) => void>> = {
  'a query without its last item': (operation, { Items }) => {
    if (operation === 'Query') (Items as unknown[] | undefined)?.pop();
  },
  'units that are half a unit more': (operation, { ConsumedCapacity }) => {
    if (operation === 'GetItem')
      (ConsumedCapacity as { CapacityUnits: number }).CapacityUnits += 0.5;
  },
  'a put without the old item': (operation, output) => {
    if (operation === 'PutItem') delete output.Attributes;
  },
  'a stream without removals': (operation, output) => {
    if (operation !== 'streams/GetRecords') return;
    output.Records = (output.Records as { eventName: string }[]).filter(
      ({ eventName }) => eventName !== 'REMOVE',
    );
  },
};

/** The engine with some answers changed. */
const deviating = (
  engine: Answering,
  change: (operation: string, output: Output) => void,
): Answering => ({
  call: async <T>(operation: string, input: unknown) => {
    const output = await engine.call<Output>(operation, input);
    change(operation, output);
    return output as T;
  },
});

/** Seeds that every run asks; `npm run check:outside -- tables-agree` asks more. */
const seeds = 50;

describe('random commands', { skip: reason }, () => {
  let other: Awaited<ReturnType<typeof startBinary>>;
  before(async () => {
    other = await startBinary(String(path));
  });
  after(() => other.stop());

  for (let seed = 1; seed <= seeds; seed++)
    test(`of seed ${seed} have the same answers from the engine and from the binary`, async () => {
      assert.equal(await disagreement(own(), other, seed), undefined);
    });

  for (const [name, change] of Object.entries(deviations))
    test(`show ${name}`, async () => {
      const found = async (seed: number) =>
        Boolean(await disagreement(deviating(own(), change), other, seed));
      assert.ok((await found(1)) || (await found(2)) || (await found(3)) || (await found(4)));
    });
});
