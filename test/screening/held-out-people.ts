import { join } from 'node:path';
import { pythonWith, run } from '../helpers/programs.ts';
import { aPerson, numbers } from './people.ts';

/** Pinned: another version has other names. */
const packages = ['Faker==40.63.0', 'tzdata==2026.3', 'pypinyin==0.55.0', 'hangul-romanize==0.1.0'];

type Printed = Readonly<
  Record<string, { country: string; names: (readonly [name: string, latin: string | null])[] }>
>;

/**
 * Invented people by origin, whose names nobody has looked at who changed the comparison: those of the Python package Faker. Where
 * other packages write a name in Latin letters, that is beside it. `chinese` are the people of `han` in pinyin.
 */
export const heldOutPeople = async (seed: number, count: number) => {
  const python = await pythonWith('.build/faker', packages);
  const script = join(import.meta.dirname, 'held-out-people.py');
  const origins: Printed = JSON.parse(await run(python, [script, String(seed), String(count)]));
  const { country, names = [] } = origins.han ?? { country: 'CN' };
  const chinese = { country, names: names.map(([, latin]) => [latin ?? '', null] as const) };
  return Object.entries({ ...origins, chinese }).map(([origin, { country, names }]) => {
    const random = numbers(seed);
    const people = names.map(([name], at) => aPerson(`${origin}-${at}`, name, country, random));
    return { origin, people, latin: names.flatMap(([, latin]) => latin ?? []) };
  });
};
