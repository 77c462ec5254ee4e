import { setTimeout as wait } from 'node:timers/promises';
import { ApiError } from '../client/src/api-error.ts';
import {
  acknowledge,
  advance,
  type Listed,
  type Look,
  look,
  type Position,
} from './event-window.ts';
import { failureText, isUnreachable } from './failures.ts';
import { backoffAfter } from './forward.ts';
import { note } from './output.ts';

const between_looks_ms = 1_000;
/** Every so many looks all is read that a late item can be among. */
const looks_until_deep = 30;

/** The action on each item, in order, one at a time. */
export type Following<E extends Listed> = {
  /** Calls `done` as soon as the item must not come again. */
  readonly handle: (item: E, done: () => void) => Promise<void> | void;
  /** Remembers how far it is. */
  readonly keep: (position: Position) => void;
  /** Other work that is done before each look. */
  readonly meanwhile?: () => Promise<void>;
};

/** Follows a list that is newest first, until the process ends. */
export const follow = async <E extends Listed>(
  list: (after: string | null) => AsyncIterable<E>,
  start: Position,
  { handle, keep, meanwhile }: Following<E>,
): Promise<never> => {
  let [position, newest]: [Position, string | null] = [start, null];
  for (let looks = 0; ; looks += 1) {
    await meanwhile?.();
    const known: string | null = looks % looks_until_deep === 0 ? null : newest;
    const found: Look<E> = await patiently(() => look(list, position, known));
    for (const item of found.waiting) {
      const next = acknowledge(position, item);
      await handle(item, () => keep(next));
      position = next;
    }
    const advanced = advance(position, found);
    if (advanced !== position) keep(advanced);
    [position, newest] = [advanced, found.newest];
    if (found.left) looks = -1;
    else await wait(between_looks_ms);
  }
};

/** Asks the API until it answers; what it refuses ends the command. */
export const patiently = async <T>(ask: () => Promise<T>): Promise<T> => {
  for (let failures = 1; ; failures += 1) {
    try {
      return await ask();
    } catch (error) {
      const answered = error instanceof ApiError;
      if (answered ? error.status < 500 && error.status !== 429 : !isUnreachable(error))
        throw error;
      note(`${failureText(error, false)}\nAgain in ${backoffAfter(failures) / 1_000} s.`);
      await wait(backoffAfter(failures));
    }
  }
};
