import fc, { type GeneratorValue } from 'fast-check';

/** A value as DynamoDB writes it. */
export type Value = Readonly<Record<string, unknown>>;
export type Attributes = Record<string, Value>;

/** Draws one thing after another. */
export const oneOf = <T>(draw: GeneratorValue, ...choices: readonly T[]): T =>
  draw(fc.constantFrom, ...choices) as T;

export const upTo = (draw: GeneratorValue, max: number, min = 0): number =>
  draw(fc.integer, { min, max });

/** True in so many cases of a hundred. */
export const percent = (draw: GeneratorValue, cases: number): boolean => upTo(draw, 99) < cases;

export const numbers = [
  ...[
    '0',
    '1',
    '2',
    '-1',
    '10',
    '3.14',
    '-2.5',
    '100',
    '1e2',
    '007',
    '1.50',
    '0.001',
    '12345678901234567890.12345',
  ],
  ...['99999999999999999999999999999999999999', '1E-100', '-1E20'],
];
export const texts = ['a', 'b', 'ab', 'abc', 'B', 'é', 'z\u{1F600}', '~'];
const bytes = ['AA==', 'AQI=', '/w==', 'YWI='];

/** A value of any type, of a small choice, so that equal ones meet. */
export const someValue = (draw: GeneratorValue, depth = 2): Value => {
  const scalars: (() => Value)[] = [
    () => ({ S: oneOf(draw, ...texts, '') }),
    () => ({ N: oneOf(draw, ...numbers) }),
    () => ({ B: oneOf(draw, ...bytes) }),
    () => ({ BOOL: oneOf(draw, true, false) }),
    () => ({ NULL: true }),
    () => setOf(draw),
  ];
  const deep: (() => Value)[] = [
    () => ({ L: Array.from({ length: upTo(draw, 3) }, () => someValue(draw, depth - 1)) }),
    () => ({
      M: Object.fromEntries(
        some(draw, ['a', 'b', 'n', 'l']).map((name) => [name, someValue(draw, depth - 1)]),
      ),
    }),
  ];
  return oneOf(draw, ...scalars, ...(depth > 0 ? deep : []))();
};

export const setOf = (draw: GeneratorValue): Value => {
  const kind = oneOf(draw, 'SS', 'NS', 'BS');
  const members = { SS: texts, NS: ['1', '2', '3', '-4.5'], BS: bytes }[kind];
  const chosen = some(draw, members);
  return { [kind]: chosen.length > 0 ? chosen : members.slice(0, 1) };
};

/** Some of these, in their order. */
export const some = <T>(draw: GeneratorValue, all: readonly T[]): T[] =>
  all.filter(() => percent(draw, 45));

/** Attributes of an item beside its key; those that indexes have as keys are of the type that these need, almost always. */
export const attributesOf = (draw: GeneratorValue): Attributes => {
  const item: Attributes = {};
  for (const name of some(draw, ['b', 'm', 'l', 'ss', 'ns', 'x', 'y']))
    item[name] = attributeOf(draw, name);
  for (const name of some(draw, ['g1', 'a', 'n']))
    item[name] = percent(draw, 97) ? keyOf(draw, name) : someValue(draw);
  if (percent(draw, 10)) item.padding = { S: 'p'.repeat(oneOf(draw, 500, 1_100, 4_200, 9_000)) };
  return item;
};

const attributeOf = (draw: GeneratorValue, name: string): Value => {
  if (name === 'm' && percent(draw, 80))
    return { M: { a: someValue(draw, 1), n: { N: oneOf(draw, ...numbers) } } };
  if (name === 'l' && percent(draw, 80))
    return {
      L: [
        someValue(draw, 1),
        someValue(draw, 0),
        ...(percent(draw, 60) ? [someValue(draw, 0)] : []),
      ],
    };
  if (name === 'ss' && percent(draw, 80)) return { SS: ['a', ...some(draw, ['b', 'ab'])] };
  if (name === 'ns' && percent(draw, 80)) return { NS: ['1', ...some(draw, ['2', '3'])] };
  return name === 'm' || name === 'l' ? heldValue(draw) : someValue(draw);
};

/** The binary lets NULL hold members; DynamoDB does not, which no random value may ask of both. */
export const heldValue = (draw: GeneratorValue): Value => {
  const value = someValue(draw);
  return 'NULL' in value ? { BOOL: false } : value;
};

const keyOf = (draw: GeneratorValue, name: string): Value =>
  name === 'n' ? { N: oneOf(draw, ...numbers) } : { S: oneOf(draw, ...texts) };
