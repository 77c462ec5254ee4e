import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Resource } from '../../local/aws-service.ts';
import { tablesOf } from '../../local/dynamodb/tables.ts';
import type { Recorder } from '../../local/recorder.ts';
import { outcomeOf } from '../../local/test/helpers/agreement/agreement.ts';
import { binary, startBinary } from '../../local/test/helpers/agreement/binary.ts';
import { own } from '../../local/test/helpers/agreement/own.ts';

/** A request to DynamoDB. */
export type RecordedCall = { readonly operation: string; readonly body: string };

/** Everything that functions ask DynamoDB from now on, in the order in which it is answered. */
export const askedFrom = (
  recorder: Recorder,
): { readonly asked: readonly RecordedCall[]; stop(): void } => {
  const asked: RecordedCall[] = [];
  const stop = recorder.watch(({ service, operation }, body) => {
    // Which items a page of a scan has depends on an order that nobody promises.
    if (service === 'dynamodb' && operation !== 'Scan')
      asked.push({ operation, body: body.toString() });
  });
  return { asked, stop };
};

/** Why nothing can be replayed here; false where it can. */
export const noReplay = (): string | false =>
  binary() === undefined &&
  'the binary of another engine runs on Linux x64 alone, from @dynoxide/linux-x64';

/** How many requests are on their way at a time; an engine answers them in their order. */
const window = 50;

/** Asks two engines the same again, from empty tables on; asserts that each answers as the other one does, streams included. */
export const assertAgreement = async (
  resources: readonly Resource[],
  asked: readonly RecordedCall[],
): Promise<void> => {
  const other = await startBinary(String(binary()));
  const [one, tables] = [own(), tablesOf(resources).map(({ definition }) => definition)];
  const bothOn = async (
    operation: string,
    input: Readonly<Record<string, unknown>>,
    what: string,
  ): Promise<void> => {
    const outcomes = await Promise.all(
      [one, other].map((engine) => outcomeOf(engine, { operation, input })),
    );
    const [said, another] = operation === 'stream' ? outcomes.map(byItem) : outcomes;
    // The answers may be as long as a stream.
    if (!isDeepStrictEqual(said, another))
      assert.fail(`${what}, ${operation}: ${[input, said, another].map(shortened).join('\n')}`);
  };
  try {
    for (const table of tables)
      for (const engine of [one, other]) await engine.call('CreateTable', table);
    for (let from = 0; from < asked.length; from += window)
      await Promise.all(
        asked
          .slice(from, from + window)
          .map(({ operation, body }, at) =>
            bothOn(
              operation,
              { ...JSON.parse(body), ReturnConsumedCapacity: 'INDEXES' },
              `request ${from + at} of ${asked.length}`,
            ),
          ),
      );
    for (const { TableName, StreamSpecification } of tables)
      if (StreamSpecification) await bothOn('stream', { TableName }, 'at the end');
  } finally {
    await other.stop();
  }
};

const shown_max = 2_000;

const shortened = (value: unknown): string => JSON.stringify(value).slice(0, shown_max);

type StreamRecord = { readonly Keys: object; readonly NewImage?: object };

/**
 * The records of a stream item by item, since nobody promises an order between items. The binary records a write that changes
 * nothing; DynamoDB does not.
 */
const byItem = (records: unknown): object => {
  const items = Map.groupBy(records as readonly StreamRecord[], ({ Keys }) => JSON.stringify(Keys));
  const changes = (all: readonly StreamRecord[]) =>
    all.filter(
      ({ NewImage }, at) => at === 0 || !isDeepStrictEqual(NewImage, all[at - 1]?.NewImage),
    );
  return Object.fromEntries([...items].map(([item, all]) => [item, changes(all)]));
};
