/** One of the things that are compared: a name, and a way to do a lot of it once. */
export type Contestant = { readonly name: string; readonly run: () => Promise<void> };

/** What the repetitions of one contestant came to, per operation. */
export type Figures = {
  readonly name: string;
  readonly per_second: Spread;
  /** Processor time of this process, in microseconds. */
  readonly cpu_us: Spread;
  /** Speed as a share of the last contestant's in the same repetition. */
  readonly ratio: Spread;
};

/** Of many samples: the median, and the 10th to the 90th percentile. */
export type Spread = { readonly p10: number; readonly median: number; readonly p90: number };

/**
 * Runs the contestants by turns, so that whatever else the machine does falls on all of them; each repetition starts
 * with another one. The first repetition warms up and is not counted.
 */
export const interleaved = async (
  contestants: readonly Contestant[],
  operations: number,
  repetitions: number,
): Promise<Figures[]> => {
  const samples = contestants.map(() => ({ seconds: [] as number[], cpu_us: [] as number[] }));
  for (let repetition = 0; repetition <= repetitions; repetition += 1) {
    for (let turn = 0; turn < contestants.length; turn += 1) {
      const index = (repetition + turn) % contestants.length;
      const [cpu, started] = [process.cpuUsage(), performance.now()];
      await contestants[index]?.run();
      const [seconds, used] = [(performance.now() - started) / 1000, process.cpuUsage(cpu)];
      if (repetition === 0) continue;
      samples[index]?.seconds.push(seconds);
      samples[index]?.cpu_us.push((used.user + used.system) / operations);
    }
  }
  const floor = samples.at(-1)?.seconds ?? [];
  return contestants.map(({ name }, index) => {
    const { seconds = [], cpu_us = [] } = samples[index] ?? {};
    return {
      name,
      per_second: spread(seconds.map((each) => operations / each)),
      cpu_us: spread(cpu_us),
      ratio: spread(seconds.map((each, repetition) => (floor[repetition] ?? Number.NaN) / each)),
    };
  });
};

/** A line of a table: median, and the 10th to the 90th percentile. */
export const printed = ({ median, p10, p90 }: Spread, digits: number): string =>
  `${median.toFixed(digits)} (${p10.toFixed(digits)} to ${p90.toFixed(digits)})`;

/** Which share of the values lies below: 0.5 is the median. */
export const percentile = (values: readonly number[], share: number): number | undefined =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(share * values.length))];

/** The spread of samples. */
export const spread = (values: readonly number[]): Spread => {
  const at = (share: number) => percentile(values, share) ?? Number.NaN;
  return { p10: at(0.1), median: at(0.5), p90: at(0.9) };
};

/** What is made of spreads, by names: each spread's median in its place. */
export type Medians<T> = T extends Spread ? number : { readonly [name in keyof T]: Medians<T[name]> };

/** The median of each spread, under the same names, to so many digits. */
export const mediansOf = <T>(of: T, digits: number): Medians<T> => {
  if (typeof of !== 'object' || of === null) return of as Medians<T>;
  if ('median' in of) return Number(Number(of.median).toFixed(digits)) as Medians<T>;
  return Object.fromEntries(Object.entries(of).map(([name, each]) => [name, mediansOf(each, digits)])) as Medians<T>;
};
