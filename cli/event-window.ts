/** The members of an event that a listener needs. */
export type Listed = {
  readonly id: string;
  readonly created_at: string;
  readonly sequence: number;
  readonly resource: { readonly id: string };
};

/**
 * How far a listener is. Every event created after `after` that is not in `seen` is still to be forwarded, whenever it
 * becomes visible.
 */
export type Position = {
  /** RFC 3339 with milliseconds; null: from the first event on. */
  readonly after: string | null;
  /** The forwarded events since then, with their `created_at`. */
  readonly seen: ReadonlyMap<string, string>;
};

/**
 * An event has the time at which its request started, and is seen when it commits, later and
 * perhaps behind younger ones. The delay is at most 29 seconds of a request or 60 of a job, plus
 * the lag of an index. So the last two minutes are read again each time, and now and then the last
 * quarter of an hour.
 */
const near_ms = 2 * 60_000;
const far_ms = 15 * 60_000;

/** How many events wait in memory. More stay in the API until these are forwarded. */
const waiting_max = 1_000;

/** The result of one look at the list. */
export type Look<E extends Listed> = {
  /** Those to forward, in order: at most the oldest 1 000. */
  readonly waiting: readonly E[];
  /** When the newest of the list was created; null where it is empty. */
  readonly newest: string | null;
  /** Whether all since `after` was read. */
  readonly deep: boolean;
  /** Whether there are more than could wait. */
  readonly left: boolean;
};

/** Where a listener starts that forwards what becomes visible from now on: what is there already counts as seen. */
export const positionNow = async (
  list: (after: string | null) => AsyncIterable<Listed>,
): Promise<Position> => {
  let newest: string | undefined;
  for await (const event of list(null)) {
    newest = event.created_at;
    break;
  }
  if (newest === undefined) return { after: null, seen: new Map() };
  const after = earlier(newest, far_ms);
  const seen = new Map<string, string>();
  for await (const { id, created_at } of list(after)) seen.set(id, created_at);
  return { after, seen };
};

/** Reads the list, newest first: all since `after`, or only the last minutes before the newest that is known. */
export const look = async <E extends Listed>(
  list: (after: string | null) => AsyncIterable<E>,
  { after, seen }: Position,
  known: string | null,
): Promise<Look<E>> => {
  const near = known === null ? '' : earlier(known, near_ms);
  const from = near > (after ?? '') ? near : after;
  const unseen: E[] = [];
  let [newest, left] = [known, false];
  for await (const event of list(from)) {
    if (event.created_at > (newest ?? '')) newest = event.created_at;
    if (seen.has(event.id)) continue;
    unseen.push(event);
    if (unseen.length > waiting_max) left = unseen.shift() !== undefined;
  }
  return { waiting: inOrder(unseen), newest, deep: from === after, left };
};

/** By time; and events of one resource by their sequence, since a request that began first may have committed last. */
export const inOrder = <E extends Listed>(events: readonly E[]): E[] => {
  const sorted = events.toSorted((one, other) => (momentOf(one) < momentOf(other) ? -1 : 1));
  const ofResource = new Map<string, E[]>();
  for (const event of sorted.toSorted((one, other) => one.sequence - other.sequence))
    ofResource.set(event.resource.id, [...(ofResource.get(event.resource.id) ?? []), event]);
  return sorted.flatMap(({ resource }) => ofResource.get(resource.id)?.shift() ?? []);
};

/** Ids of one moment are in the order of the list. */
const momentOf = ({ created_at, id }: Listed) => `${created_at} ${id}`;

/** The position after an event that was forwarded, or that the listener does not want. */
export const acknowledge = ({ after, seen }: Position, { id, created_at }: Listed): Position => ({
  after,
  seen: new Map(seen).set(id, created_at),
});

/** The position after all that a look has found: what no late event can be among is not read again. */
export const advance = (
  position: Position,
  { waiting, newest, deep, left }: Look<Listed>,
): Position => {
  if (!deep || newest === null) return position;
  const far = earlier(newest, far_ms);
  const last = waiting
    .map(({ created_at }) => created_at)
    .reduce((one, other) => (one > other ? one : other), '');
  const reached = left && earlier(last, 1) < far ? earlier(last, 1) : far;
  if (reached <= (position.after ?? '')) return position;
  return {
    after: reached,
    seen: new Map([...position.seen].filter(([, created_at]) => created_at > reached)),
  };
};

const earlier = (moment: string, by_ms: number): string =>
  new Date(Date.parse(moment) - by_ms).toISOString();
