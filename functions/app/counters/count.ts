import { createHash } from 'node:crypto';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { type Amounts, writesName } from '../../core/counters/names.ts';
import type { CounterPlace } from '../../core/counters/places.ts';
import { addTo } from '../../core/dynamodb/add.ts';
import type { Connection, Item } from '../../core/dynamodb/client.ts';
import type { ItemKey } from '../../core/dynamodb/keys.ts';
import { flatItem, readEach } from '../../core/dynamodb/stored-form.ts';
import { logUnreadable } from '../../core/dynamodb/unreadable.ts';
import { chunksOf } from '../../core/json.ts';
import type { Deadline } from '../../core/time.ts';
import { type Contribution, countedIn } from './counted.ts';

/** The change of one place's counters by one record of a shard. */
export type CounterChange = {
  readonly place: CounterPlace;
  /** The record's number, with as many digits as the longest, so that texts compare as the numbers. */
  readonly sequence: string;
  /** When the item was changed, ISO 8601. */
  readonly changed_at: string;
  readonly amounts: Amounts;
};

/**
 * The changes of counters that follow from a record with the images of an item before and after. An unreadable image is logged
 * and counted with nothing, so that it does not hold up its shard: the comparison counts the item once it can be read.
 */
export const changesIn = ({ dynamodb }: DynamoDBRecord): CounterChange[] => {
  const [before, after] = [imageOf(dynamodb?.OldImage), imageOf(dynamodb?.NewImage)];
  const sequence = (dynamodb?.SequenceNumber ?? '').padStart(sequence_digits, '0');
  const { readable, unreadable } = readEach([before, after], countedIn);
  for (const error of unreadable) logUnreadable(error);
  const [known, counted] = readable;
  if (!known || !counted) return [];
  return counted.flatMap(({ place, amounts }) => {
    const changed = differenceOf(amounts, amountsAt(known, place));
    return Object.keys(changed).length > 0
      ? [{ place, sequence, changed_at: changedAt(after), amounts: changed }]
      : [];
  });
};

const sequence_digits = 40;

type Image = NonNullable<DynamoDBRecord['dynamodb']>['NewImage'];

const imageOf = (image: Image): Item | undefined => image && unmarshall(withBytes(image));

/** Lambda gives bytes as base64, where `unmarshall` takes bytes. */
const withBytes = (image: NonNullable<Image>): Record<string, AttributeValue> =>
  Object.fromEntries(Object.entries(image).map(([name, value]) => [name, valueWithBytes(value)]));

const valueWithBytes = (value: NonNullable<Image>[string]): AttributeValue => {
  if (value.B !== undefined) return { B: Buffer.from(value.B, 'base64') };
  if (value.M) return { M: withBytes(value.M) };
  return value.L ? { L: value.L.map(valueWithBytes) } : (value as AttributeValue);
};

/** When an item was changed, ISO 8601. */
export const changedAt = (item: Item = {}): string => String(flatItem(item).updated_at ?? '');

const amountsAt = (all: readonly Contribution[], { key }: CounterPlace): Amounts =>
  all.find(({ place }) => textOfKey(place.key) === textOfKey(key))?.amounts ?? {};

/** The difference that turns the known amounts into the wanted ones, without equal ones. */
export const differenceOf = (wanted: Amounts, known: Amounts): Amounts =>
  Object.fromEntries(
    [...new Set([...Object.keys(wanted), ...Object.keys(known)])].flatMap((name) => {
      const amount = (wanted[name] ?? 0) - (known[name] ?? 0);
      return amount === 0 && name in known === name in wanted ? [] : [[name, amount]];
    }),
  );

/** Amounts together. */
export const addedUp = (all: readonly Amounts[]): Amounts => {
  const sums: Record<string, number> = {};
  for (const amounts of all)
    for (const [name, amount] of Object.entries(amounts)) sums[name] = (sums[name] ?? 0) + amount;
  return sums;
};

/** Places that are written at once. A request for each of a thousand would wait too long for a connection. */
const places_at_once = 50;

/** Counts the records of a shard, each once however often, late or in whatever batches it comes. One write for each place. */
export const count = async (
  connection: Connection,
  records: readonly DynamoDBRecord[],
  shard: string,
  deadline: Deadline,
): Promise<void> => {
  const places = Map.groupBy(records.flatMap(changesIn), ({ place }) => textOfKey(place.key));
  for (const some of chunksOf([...places.values()], places_at_once))
    await Promise.all(some.map((changes) => countAt(connection, changes, shard, deadline)));
};

/** The text of a key. */
export const textOfKey = ({ pk, sk }: ItemKey): string => `${pk} ${sk}`;

/**
 * Each place knows the last record of each shard that is counted in it. A record up to that one was counted. So was a
 * change from before `compared_to`, the time at which a place was compared with the items themselves.
 */
const countAt = async (
  connection: Connection,
  all: readonly CounterChange[],
  shard: string,
  deadline: Deadline,
): Promise<void> => {
  const counted_to = checkpointName(shard);
  let changes = all;
  while (changes[0]) {
    const { place, sequence: first } = changes[0];
    const last = changes.at(-1)?.sequence;
    const oldest = changes
      .map(({ changed_at }) => changed_at)
      .reduce((one, other) => (one < other ? one : other));
    const known = await addTo(
      connection,
      {
        key: place.key,
        add: { ...addedUp(changes.map(({ amounts }) => amounts)), [writesName]: 1 },
        set: {
          [counted_to]: last,
          ...(place.expires_at_s && { expires_at_s: place.expires_at_s }),
        },
        when: {
          expression:
            '(attribute_not_exists(#counted_to) OR #counted_to < :first) AND ' +
            '(attribute_not_exists(compared_to) OR compared_to < :oldest)',
          names: { '#counted_to': counted_to },
          values: { ':first': first, ':oldest': oldest },
        },
      },
      deadline,
    );
    if (!known) return;
    const { [counted_to]: counted = '', compared_to } = known;
    changes = changes.filter(
      ({ sequence, changed_at }) =>
        sequence > String(counted) &&
        (compared_to === undefined || changed_at > String(compared_to)),
    );
  }
};

/** The attribute that has the last record of a shard. */
const checkpointName = (shard: string): string =>
  `shard.${createHash('sha256').update(shard).digest('hex').slice(0, 12)}`;
