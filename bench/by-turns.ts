/**
 * Asks several one after another, each round beginning with another one, so that whatever else the machine does falls on all
 * of them.
 */
export const byTurns = async <Name extends string, T>(
  round: number,
  names: readonly Name[],
  ask: (name: Name) => Promise<T>,
): Promise<Readonly<Record<Name, T>>> => {
  const taken: Partial<Record<Name, T>> = {};
  for (const turn of names.keys()) {
    const name = names[(round + turn) % names.length] as Name;
    taken[name] = await ask(name);
  }
  return Object.fromEntries(names.map((name) => [name, taken[name]])) as Record<Name, T>;
};

/** The seconds that each takes by turns, round by round; some rounds before warm up and are not counted. */
export const secondsByTurns = async <Name extends string>(
  runs: Readonly<Record<Name, () => Promise<unknown>>>,
  { rounds_before, rounds }: { readonly rounds_before: number; readonly rounds: number },
): Promise<Readonly<Record<Name, number>>[]> => {
  const all: Readonly<Record<Name, number>>[] = [];
  for (let round = 0; round < rounds_before + rounds; round += 1) {
    const seconds = await byTurns(round, Object.keys(runs) as Name[], async (name) => {
      const startedAt = performance.now();
      await runs[name]();
      return (performance.now() - startedAt) / 1000;
    });
    if (round >= rounds_before) all.push(seconds);
  }
  return all;
};

/** Does something so often, by so many callers at a time; the action gets the number of each, from 1. */
export const inParallel = async (
  count: number,
  callers: number,
  action: (nth: number) => Promise<unknown>,
) => {
  let started = 0;
  const caller = async () => {
    while (started < count) await action(++started);
  };
  await Promise.all(Array.from({ length: callers }, caller));
};
