import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  acknowledge,
  advance,
  inOrder,
  type Listed,
  type Look,
  look,
  type Position,
  positionNow,
} from '../../../cli/event-window.ts';
import { test } from '../../helpers/tests.ts';

const start_ms = Date.parse('2026-11-25T12:00:00.000Z');

/** An event, the moment at which its request started, and how long it took until the list has it; in seconds. */
type DelayedEvent = Listed & { readonly visible_at: number };

const made = (number: number, second: number, late: number, resource: number): DelayedEvent => {
  const created_at = new Date(start_ms + second * 1_000).toISOString();
  const id = `evt_${created_at}_${String(number).padStart(4, '0')}`;
  return {
    id,
    created_at,
    sequence: number,
    resource: { id: `r${resource}` },
    visible_at: second + late,
  };
};

/** The list as the API has it at a second: newest first, both bounds exclusive. */
const listAt = (events: readonly DelayedEvent[], second: number) =>
  async function* (after: string | null) {
    const visible = events.filter(
      ({ visible_at, created_at }) => visible_at <= second && created_at > (after ?? ''),
    );
    yield* visible.toSorted((one, other) => (one.id < other.id ? 1 : -1));
  };

const aSchedule = fc.array(
  fc.record({
    second: fc.integer({ min: 0, max: 3_000 }),
    late: fc.oneof(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 850 })),
    resource: fc.integer({ min: 1, max: 3 }),
  }),
  { maxLength: 40 },
);

const looks_until_deep = 30;

test('every event is forwarded once, however late it commits, and again only after a crash', () =>
  fc.assert(
    fc.asyncProperty(
      aSchedule,
      fc.integer({ min: 0, max: 60 }),
      fc.boolean(),
      async (schedule, from, crashes) => {
        const events = schedule.map(({ second, late, resource }, at) =>
          made(at + 1, second, late, resource),
        );
        let position: Position = await positionNow(listAt(events, from));
        let kept = position;
        let newest: string | null = null;
        const forwarded: string[] = [];
        for (let looks = 0; looks <= 4_000; looks += 10) {
          const list = listAt(events, from + looks);
          const found: Look<DelayedEvent> = await look(
            list,
            position,
            looks % looks_until_deep === 0 ? null : newest,
          );
          newest = found.newest;
          for (const event of found.waiting) {
            forwarded.push(event.id);
            position = acknowledge(position, event);
            // It dies after an answer, before it has noted that, and starts again from what it has noted.
            if (crashes && forwarded.length % 7 === 0) position = kept;
            else kept = position;
          }
          position = advance(position, found);
          kept = position;
        }
        const expected = events.filter(({ visible_at }) => visible_at > from).map(({ id }) => id);
        assert.deepEqual([...new Set(forwarded)].toSorted(), expected.toSorted());
        if (!crashes) assert.equal(forwarded.length, expected.length);
      },
    ),
    { numRuns: 60 },
  ));

test('more than can wait are forwarded oldest first, and none is left out', async () => {
  const events = Array.from({ length: 2_500 }, (_, at) => made(at + 1, at, 0, at));
  const list = listAt(events, 5_000);
  let position: Position = { after: new Date(start_ms - 1).toISOString(), seen: new Map() };
  const forwarded: string[] = [];
  for (let left = true; left; ) {
    const found: Look<DelayedEvent> = await look(list, position, null);
    assert.ok(found.waiting.length <= 1_000);
    for (const event of found.waiting) position = acknowledge(position, event);
    forwarded.push(...found.waiting.map(({ id }) => id));
    position = advance(position, found);
    left = found.left;
  }
  assert.deepEqual(
    forwarded,
    events.map(({ id }) => id),
  );
  assert.ok(position.seen.size < events.length);
});

test('events go by time, and those of one resource by their sequence', () => {
  const [early, late, other] = [made(2, 1, 0, 1), made(1, 5, 0, 1), made(3, 3, 0, 2)];
  assert.deepEqual(inOrder([early, other, late]), [late, other, early]);
});
