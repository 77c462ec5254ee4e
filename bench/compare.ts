/**
 * Whether two runs say the same: of every figure that both have, whether each median is within the other's p10 to p90.
 * Prints those of which one does not, and ends with an error then.
 * Run: `RESULTS=one.json npm run bench && RESULTS=other.json npm run bench &&
 * npx node bench/compare.ts one.json other.json`; the name of a benchmark may follow.
 */
import { readFileSync } from 'node:fs';
import { readCommandLine } from '../bin/command-line.ts';
import type { Spread } from './samples.ts';

readCommandLine({
  usage: `npx node bench/compare.ts <results> <results> [benchmark]

Compares two files of results.`,
  words: 'any',
});

const [one = '', other = '', only] = process.argv.slice(2);
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

/** Every spread within a value, by the way to it. */
const spreadsOf = (
  value: unknown,
  way: readonly string[] = [],
): (readonly [way: string, spread: Spread])[] => {
  if (typeof value !== 'object' || value === null) return [];
  if ('p10' in value && 'median' in value) return [[way.join('.'), value as Spread]];
  return Object.entries(value).flatMap(([name, each]) => spreadsOf(each, [...way, name]));
};

const isWithin = ({ median }: Spread, { p10, p90 }: Spread): boolean =>
  p10 <= median && median <= p90;

/** Dollars of one call are as good a figure as requests a second. */
const shown = ({ p10, median, p90 }: Spread): string => {
  const [least, middle, most] = [p10, median, p90].map((one) => one.toPrecision(3));
  return `${middle} (${least} to ${most})`;
};

const others = new Map(spreadsOf(read(other)));
const rows = spreadsOf(read(one))
  .filter(([way]) => only === undefined || way.startsWith(`${only}.`))
  .flatMap(([way, first]) => {
    const second = others.get(way);
    return second
      ? [
          {
            figure: way,
            one: first,
            other: second,
            agree: isWithin(first, second) && isWithin(second, first),
          },
        ]
      : [];
  });
const apart = rows.filter(({ agree }) => !agree);
console.table(apart.map((each) => ({ ...each, one: shown(each.one), other: shown(each.other) })));
console.log(`${rows.length - apart.length} of ${rows.length} figures agree`);
if (rows.length === 0 || apart.length > 0) process.exitCode = 1;
