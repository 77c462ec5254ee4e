import { createLanes } from './lanes.ts';
import type { Depth, MessageAttribute } from './queues.ts';

/** A message and where it stands. */
export type Held = {
  readonly messageId: string;
  readonly body: string;
  readonly md5: string;
  readonly group: string;
  readonly messageAttributes: Readonly<Record<string, MessageAttribute>>;
  readonly sentAt: number;
  /** The queue that gave it up. */
  readonly from?: string;
  place: keyof Depth;
  gone: boolean;
  /** Over all queues, as SQS counts; `receivedHere` is what redrive looks at. */
  received: number;
  receivedHere: number;
  firstReceivedAt?: number;
  /** Its last receipt handle. */
  receipt?: string;
  timer?: NodeJS.Timeout;
};

/** The messages of one queue in their places: delayed, then visible, then in flight, then visible again or removed. */
export type Shelf = {
  put(held: Held, delay_ms: number): void;
  /** The next visible message, in flight from now on until it is hidden, shown or removed. */
  take(): Held | undefined;
  /** Stays in flight for so long from now; 0 shows it at once. */
  hide(held: Held, seconds: number): void;
  remove(held: Held): void;
  all(): Held[];
  readonly depth: Depth;
  stop(): void;
};

/** An empty one; `appeared` is told of every message that becomes visible. */
export const createShelf = (appeared: () => void): Shelf => {
  const lanes = createLanes<Held>();
  const held = new Set<Held>();
  const depth = { visible: 0, inFlight: 0, delayed: 0 };
  const move = (one: Held, place: keyof Depth): void => {
    clearTimeout(one.timer);
    if (one.place === 'inFlight' && place !== 'inFlight') lanes.landed(one);
    depth[one.place] -= 1;
    depth[place] += 1;
    one.place = place;
  };
  const show = (one: Held): void => {
    move(one, 'visible');
    lanes.add(one);
    appeared();
  };
  return {
    put: (one, delay_ms) => {
      held.add(one);
      one.place = 'delayed';
      depth.delayed += 1;
      if (delay_ms > 0) later(one, delay_ms, () => show(one));
      else show(one);
    },
    take: () => {
      const one = lanes.take();
      if (!one) return undefined;
      depth.visible -= 1;
      depth.inFlight += 1;
      one.place = 'inFlight';
      return one;
    },
    hide: (one, seconds) => {
      move(one, 'inFlight');
      if (seconds > 0) later(one, seconds * 1_000, () => show(one));
      else show(one);
    },
    remove: (one) => {
      if (!held.delete(one)) return;
      clearTimeout(one.timer);
      one.gone = true;
      depth[one.place] -= 1;
      if (one.place === 'inFlight') lanes.landed(one);
    },
    all: () => [...held],
    depth,
    stop: () => {
      for (const { timer } of held) clearTimeout(timer);
    },
  };
};

/** A timer keeps nobody alive: a machine that ends forgets its messages anyway. */
const later = (one: Held, wait_ms: number, then: () => void): void => {
  one.timer = setTimeout(then, wait_ms).unref();
};
