/** The median of many samples, and the 10th to the 90th percentile. */
export type Spread = { readonly p10: number; readonly median: number; readonly p90: number };

/** Figures as one pass comes to them: samples wherever the results of all passes have a spread. */
export type Sampled<T> = T extends Spread
  ? readonly number[]
  : T extends object
    ? { readonly [name in keyof T]: Sampled<T[name]> }
    : T;

/** The samples of many rounds, each in the same form: the samples of each figure. */
type Gathered<T> = T extends number
  ? readonly number[]
  : { readonly [name in keyof T]: Gathered<T[name]> };

/** Turns what each round came to into the samples of each figure. */
export const gathered = <T>(rounds: readonly T[]): Gathered<T> => {
  const [first] = rounds;
  if (typeof first !== 'object' || first === null) return rounds as unknown as Gathered<T>;
  const names = Object.keys(first) as (keyof T)[];
  return Object.fromEntries(
    names.map((name) => [name, gathered(rounds.map((one) => one[name]))]),
  ) as Gathered<T>;
};

/** The spread of each figure over the samples of all passes. Their other values must be the same in all. */
export const pooled = <T>(passes: readonly Sampled<T>[], way: readonly string[] = []): T => {
  const [first] = passes;
  // A share of nothing is no sample: JSON has null for it.
  if (Array.isArray(first))
    return spread(passes.flat().filter((one) => Number.isFinite(one)) as number[]) as T;
  if (typeof first === 'object' && first !== null) {
    const names = Object.keys(first) as (keyof typeof first)[];
    const of = (name: (typeof names)[number]) =>
      pooled(passes.map((one) => one[name]) as never, [...way, `${String(name)}`]);
    return Object.fromEntries(names.map((name) => [name, of(name)])) as T;
  }
  if (passes.some((one) => one !== first))
    throw new Error(`${way.join('.')} differs between passes: ${passes}`);
  return first as T;
};

/** A line of a table: median, and the 10th to the 90th percentile. */
export const printed = ({ median, p10, p90 }: Spread, digits: number): string =>
  `${median.toFixed(digits)} (${p10.toFixed(digits)} to ${p90.toFixed(digits)})`;

/** Which share of the values is below: 0.5 is the median. */
export const percentile = (values: readonly number[], share: number): number | undefined =>
  values.toSorted((one, other) => one - other)[
    Math.min(values.length - 1, Math.floor(share * values.length))
  ];

const spread = (values: readonly number[]): Spread => {
  const at = (share: number) => percentile(values, share) ?? Number.NaN;
  return { p10: at(0.1), median: at(0.5), p90: at(0.9) };
};
