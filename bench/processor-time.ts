import { readdirSync, readFileSync } from 'node:fs';

/** Where a service that runs on this machine spends processor time; the main thread has gateway, queues and engine. */
export const places = ['main thread', 'functions', 'V8 and files'] as const;
export type Place = (typeof places)[number];

/** What each thread of a service has taken, in milliseconds. */
export type ProcessorTimes = ReadonlyMap<string, { readonly place: Place; readonly ms: number }>;

/** Of a process, as Linux counts it: nanoseconds on a processor, thread by thread. */
export const processorTimes = (pid: number): ProcessorTimes => {
  const times = new Map<string, { place: Place; ms: number }>();
  for (const thread of entriesOf(`/proc/${pid}/task`)) {
    const own = `/proc/${pid}/task/${thread}`;
    const [name, counted] = [textOf(`${own}/comm`), textOf(`${own}/schedstat`)];
    if (counted) times.set(own, { place: placeOf(name, thread, pid), ms: Number(counted.split(' ')[0]) / 1e6 });
  }
  return times;
};

/** What was taken between two looks, in milliseconds by place. */
export const takenBetween = (before: ProcessorTimes, after: ProcessorTimes): Readonly<Record<Place, number>> => {
  const taken: Record<Place, number> = { 'main thread': 0, functions: 0, 'V8 and files': 0 };
  for (const [thread, { place, ms }] of after) taken[place] += ms - (before.get(thread)?.ms ?? 0);
  return taken;
};

/** Of all threads together, in milliseconds. */
export const totalOf = (times: ProcessorTimes): number => [...times.values()].reduce((sum, { ms }) => sum + ms, 0);

const placeOf = (name: string, thread: string, pid: number): Place => {
  if (thread === `${pid}`) return 'main thread';
  return name.startsWith('WorkerThread') ? 'functions' : 'V8 and files';
};

/** What ends while we look is not there. */
const textOf = (file: string): string => {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
};

const entriesOf = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};
