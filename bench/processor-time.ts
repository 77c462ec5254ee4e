import { readdirSync, readFileSync } from 'node:fs';

/** Where a service that runs on this machine spends processor time. */
export const places = ['main thread', 'functions', 'V8 and files', 'engine'] as const;
export type Place = (typeof places)[number];

/** What each thread of a service's processes has taken, in milliseconds. */
export type ProcessorTimes = ReadonlyMap<string, { readonly place: Place; readonly ms: number }>;

/** Of a process and all that it has started, as Linux counts it: nanoseconds on a processor, thread by thread. */
export const processorTimes = (pid: number): ProcessorTimes => {
  const times = new Map<string, { place: Place; ms: number }>();
  for (const process of familyOf(pid))
    for (const thread of entriesOf(`/proc/${process}/task`)) {
      const own = `/proc/${process}/task/${thread}`;
      const [name, counted] = [textOf(`${own}/comm`), textOf(`${own}/schedstat`)];
      if (counted)
        times.set(own, { place: placeOf(name, thread, process, pid), ms: Number(counted.split(' ')[0]) / 1e6 });
    }
  return times;
};

/** What was taken between two looks, in milliseconds by place. */
export const takenBetween = (before: ProcessorTimes, after: ProcessorTimes): Readonly<Record<Place, number>> => {
  const taken: Record<Place, number> = { 'main thread': 0, functions: 0, 'V8 and files': 0, engine: 0 };
  for (const [thread, { place, ms }] of after) taken[place] += ms - (before.get(thread)?.ms ?? 0);
  return taken;
};

/** Of all threads together, in milliseconds. */
export const totalOf = (times: ProcessorTimes): number => [...times.values()].reduce((sum, { ms }) => sum + ms, 0);

const placeOf = (name: string, thread: string, process: number, service: number): Place => {
  if (process !== service) return /^(dynoxide|sh|tokio|engine)/.test(name) ? 'engine' : 'functions';
  if (thread === `${process}`) return 'main thread';
  return name.startsWith('WorkerThread') ? 'functions' : 'V8 and files';
};

const familyOf = (pid: number): number[] => {
  const parents = entriesOf('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), Number(/.*\) \S (\d+)/s.exec(textOf(`/proc/${name}/stat`))?.[1])] as const);
  const below = (of: number): number[] => [
    of,
    ...parents.filter(([, parent]) => parent === of).flatMap(([child]) => below(child)),
  ];
  return below(pid);
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
