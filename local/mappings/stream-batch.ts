import { batchOutcomeOf } from './answer.ts';
import type { Gate } from './gate.ts';
import { payloadOf } from './payload.ts';
import type { Around } from './running.ts';
import type { StreamMapping } from './settings.ts';
import { giveUp } from './stream-failure.ts';
import type { Position } from './stream-reader.ts';

/** A record on its way to the function. */
export type Entry = {
  readonly position: Position;
  readonly sequence: string;
  readonly created_ms: number;
  /** As JSON. */
  readonly text: string;
};

/** What a batch is dealt with for. */
export type BatchCourse = {
  readonly mapping: StreamMapping;
  readonly gate: Gate;
  readonly around: Around;
  /** Everything up to this place is done. */
  readonly confirm: (position: Position) => void;
};

/**
 * Invokes the function until it has taken every record or the record was given up; false when the gate was stopped
 * before that. A failed batch is halved where the mapping bisects, and goes on at the first failed record where the
 * function reports one.
 */
export const dealWith = async (course: BatchCourse, batch: readonly Entry[]): Promise<boolean> => {
  const { mapping, gate, around, confirm } = course;
  let [left, attempts] = [batch, 0];
  while (await gate.passes()) {
    left = withoutAged(course, left, attempts);
    if (left.length === 0) return true;
    const outcome = await around.invoke(mapping.of.name, payloadOf(left.map(({ text }) => text)));
    // The machine ends the function with itself, and that is no failure of a record.
    if (gate.stopped) return false;
    attempts += 1;
    const result = batchOutcomeOf(outcome, new Set(left.map(({ sequence }) => sequence)), mapping.reportsItems);
    const taken = result.kind === 'thrown' ? 0 : firstFailed(left, result.failed);
    const last = left[taken - 1];
    if (last) {
      confirm(last.position);
      [left, attempts] = [left.slice(taken), 0];
    } else if (result.kind === 'thrown' && mapping.bisects && left.length > 1) {
      const middle = Math.ceil(left.length / 2);
      if (!(await dealWith(course, left.slice(0, middle)))) return false;
      [left, attempts] = [left.slice(middle), 0];
    } else if (attempts > mapping.retries_max) {
      giveUp(mapping, left, { condition: 'RetryAttemptsExhausted', attempts, outcome });
      confirmAll(course, left);
      return true;
    } else await gate.sleep(retryDelay_ms(attempts));
  }
  return false;
};

/** How many records stand before the first that failed. */
const firstFailed = (entries: readonly Entry[], failed: ReadonlySet<string>): number => {
  const at = entries.findIndex(({ sequence }) => failed.has(sequence));
  return at < 0 ? entries.length : at;
};

const retry_ms_min = 100;
const retry_ms_max = 10_000;

const retryDelay_ms = (attempts: number): number => Math.min(retry_ms_max, retry_ms_min * 2 ** (attempts - 1));

/** Gives up what has become older than the mapping allows: the oldest stand first. */
const withoutAged = (course: BatchCourse, entries: readonly Entry[], attempts: number): readonly Entry[] => {
  const { mapping } = course;
  const before = Date.now() - mapping.age_ms_max;
  const young = entries.findIndex(({ created_ms }) => created_ms >= before);
  const aged = young < 0 ? entries : entries.slice(0, young);
  if (aged.length === 0) return entries;
  giveUp(mapping, aged, { condition: 'RecordAgeExceeded', attempts });
  confirmAll(course, aged);
  return entries.slice(aged.length);
};

const confirmAll = ({ confirm }: BatchCourse, entries: readonly Entry[]): void => {
  const last = entries.at(-1);
  if (last) confirm(last.position);
};
