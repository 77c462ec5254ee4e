import type { GeneratorValue } from 'fast-check';
import {
  type Attributes,
  heldValue,
  numbers,
  oneOf,
  percent,
  setOf,
  some,
  someValue,
  texts,
  upTo,
  type Value,
} from './random-values.ts';

/** Names and values that expressions of one request refer to. */
export type Terms = {
  name(name: string): string;
  value(value: Value): string;
  /** The members of the request that explain them. */
  members(): object;
};

export const newTerms = (): Terms => {
  const names: Record<string, string> = {};
  const values: Attributes = {};
  return {
    name: (name) => {
      names[`#${name}`] = name;
      return `#${name}`;
    },
    value: (value) => {
      const placeholder = `:v${Object.keys(values).length}`;
      values[placeholder] = value;
      return placeholder;
    },
    members: () => ({
      ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
      ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
    }),
  };
};

export const attributes = [
  'pk',
  'sk',
  'b',
  'm',
  'l',
  'ss',
  'ns',
  'x',
  'y',
  'g1',
  'a',
  'n',
  'padding',
];

/** The binary fills a list up to a place behind its end, and takes any member of a list for a map; DynamoDB does neither. */
const changedPathOf = (draw: GeneratorValue, terms: Terms, name: string): string =>
  name === 'l'
    ? `${terms.name(name)}${percent(draw, 50) ? '[0]' : ''}`
    : pathOf(draw, terms, [name]);

export const pathOf = (
  draw: GeneratorValue,
  terms: Terms,
  from: readonly string[] = attributes,
): string => {
  const name = oneOf(draw, ...from);
  const first = percent(draw, 60) ? terms.name(name) : name;
  if (name === 'm' && percent(draw, 60))
    return `${first}.${percent(draw, 40) ? terms.name('a') : oneOf(draw, 'n', 'b')}`;
  if (name === 'l' && percent(draw, 60))
    return `${first}[${upTo(draw, 3)}]${percent(draw, 20) ? '.a' : ''}`;
  return first;
};

/** The binary lets a path be compared with itself; DynamoDB refuses that by name. */
const comparedWith = {
  left: ['pk', 'sk', 'b', 'm', 'l', 'g1', 'n'],
  right: ['ss', 'ns', 'x', 'y', 'a', 'padding'],
};

const leftOf = (draw: GeneratorValue, terms: Terms): string =>
  pathOf(draw, terms, comparedWith.left);

const operandOf = (draw: GeneratorValue, terms: Terms, value = someValue): string => {
  if (percent(draw, 12)) return `size(${pathOf(draw, terms)})`;
  return percent(draw, 30) ? pathOf(draw, terms, comparedWith.right) : terms.value(value(draw));
};

/** The binary compares what has no order, and refuses nothing; DynamoDB refuses it by name. */
const ordered = (draw: GeneratorValue): Value =>
  percent(draw, 50) ? { N: oneOf(draw, ...numbers) } : { S: oneOf(draw, ...texts) };

/** A condition or filter. */
export const conditionOf = (draw: GeneratorValue, terms: Terms, depth = 2): string => {
  if (depth > 0 && percent(draw, 35)) {
    const word = oneOf(draw, 'AND', 'OR');
    const [one, other] = [conditionOf(draw, terms, depth - 1), conditionOf(draw, terms, depth - 1)];
    return percent(draw, 50) ? `(${one}) ${word} ${other}` : `${one} ${word} ${other}`;
  }
  if (depth > 0 && percent(draw, 15)) return `NOT ${conditionOf(draw, terms, 0)}`;
  return oneOf(draw, ...simple)(draw, terms);
};

const types = ['S', 'N', 'B', 'BOOL', 'NULL', 'SS', 'NS', 'BS', 'L', 'M'];

const simple: readonly ((draw: GeneratorValue, terms: Terms) => string)[] = [
  (draw, terms) => `attribute_exists(${pathOf(draw, terms)})`,
  (draw, terms) => `attribute_not_exists(${pathOf(draw, terms)})`,
  (draw, terms) =>
    `attribute_type(${pathOf(draw, terms)}, ${terms.value({ S: oneOf(draw, ...types) })})`,
  (draw, terms) =>
    `begins_with(${pathOf(draw, terms)}, ${terms.value({ S: oneOf(draw, ...texts) })})`,
  (draw, terms) => `contains(${pathOf(draw, terms)}, ${terms.value(someValue(draw, 0))})`,
  (draw, terms) => `${leftOf(draw, terms)} ${oneOf(draw, '=', '<>')} ${operandOf(draw, terms)}`,
  (draw, terms) =>
    `${leftOf(draw, terms)} ${oneOf(draw, '<', '<=', '>', '>=')} ${operandOf(draw, terms, ordered)}`,
  (draw, terms) => {
    const [low, high] = percent(draw, 50)
      ? [{ S: 'a' }, { S: 'b' }]
      : [{ N: '-2' }, { N: oneOf(draw, '-2', '0.001', '30') }];
    return `${pathOf(draw, terms)} BETWEEN ${terms.value(low)} AND ${terms.value(high)}`;
  },
  (draw, terms) => {
    const choices = Array.from({ length: upTo(draw, 3, 1) }, () => operandOf(draw, terms));
    return `${leftOf(draw, terms)} IN (${choices.join(', ')})`;
  },
];

/** An update of some attributes. */
export const updateOf = (draw: GeneratorValue, terms: Terms): string => {
  const free = some(draw, ['b', 'm', 'l', 'x', 'y', 'g1', 'a', 'n', 'ss', 'ns']).slice(0, 3);
  if (free.length === 0) free.push('x');
  const sections = new Map<string, string[]>();
  for (const name of free) {
    const [section, action] = actionOn(draw, terms, name);
    sections.set(section, [...(sections.get(section) ?? []), action]);
  }
  return [...sections].map(([section, actions]) => `${section} ${actions.join(', ')}`).join(' ');
};

const actionOn = (
  draw: GeneratorValue,
  terms: Terms,
  name: string,
): [section: string, action: string] => {
  const section = oneOf(draw, ...sectionsOf(name));
  if (section === 'ADD')
    return [section, `${terms.name(name)} ${terms.value(addedOf(draw, name))}`];
  if (section === 'DELETE')
    return [section, `${terms.name(name)} ${terms.value(addedOf(draw, name))}`];
  if (section === 'REMOVE')
    return [
      section,
      name === 'l' && percent(draw, 60) ? placesOf(draw, terms, name) : pathOf(draw, terms, [name]),
    ];
  return [
    section,
    `${changedPathOf(draw, terms, name)} = ${oneOf(draw, ...assigned)(draw, terms, name)}`,
  ];
};

/** Several places of a list as it was, the last one first: the binary moves what is behind each before it takes the next. */
const placesOf = (draw: GeneratorValue, terms: Terms, name: string): string =>
  oneOf(draw, [1, 0], [2, 0], [2, 1], [2, 1, 0])
    .map((place) => `${terms.name(name)}[${place}]`)
    .join(', ');

const sectionsOf = (name: string): readonly string[] => {
  if (name === 'ss' || name === 'ns') return ['SET', 'REMOVE', 'ADD', 'ADD', 'DELETE', 'DELETE'];
  return name === 'n' ? ['SET', 'SET', 'REMOVE', 'ADD'] : ['SET', 'SET', 'SET', 'REMOVE', 'REMOVE'];
};

const addedOf = (draw: GeneratorValue, name: string): Value => {
  if (percent(draw, 5)) return setOf(draw);
  if (name === 'ns') return { NS: ['2', ...some(draw, ['1', '3'])] };
  return name === 'ss' ? { SS: ['b', ...some(draw, ['a', 'ab'])] } : numberOf(draw);
};

const numberOf = (draw: GeneratorValue): Value => ({ N: oneOf(draw, ...numbers) });

const fitting = (draw: GeneratorValue, name: string): Value => {
  if (name === 'n') return numberOf(draw);
  if (name === 'm' || name === 'l') return heldValue(draw);
  return name === 'g1' || name === 'a' ? { S: oneOf(draw, ...texts) } : someValue(draw);
};

type Assigned = (draw: GeneratorValue, terms: Terms, name: string) => string;

const plain: Assigned = (draw, terms, name) => terms.value(fitting(draw, name));

/**
 * A value as long as `padding` can be no key of an index, which the binary takes; for NULL see
 * `heldValue`.
 */
const assignable = (name: string): readonly string[] =>
  name === 'm' || name === 'l' ? ['pk', 'ss'] : attributes.filter((one) => one !== 'padding');

const assigned: readonly Assigned[] = [
  ...[plain, plain, plain, plain, plain, plain],
  (draw, terms, name) => pathOf(draw, terms, assignable(name)),
  (draw, terms, name) =>
    `if_not_exists(${pathOf(draw, terms, assignable(name))}, ${terms.value(fitting(draw, name))})`,
  (draw, terms) => `${pathOf(draw, terms)} ${oneOf(draw, '+', '-')} ${terms.value(numberOf(draw))}`,
  (draw, terms, name) =>
    `if_not_exists(${terms.name(name)}, ${terms.value({ N: '0' })}) + ${terms.value(numberOf(draw))}`,
  (draw, terms) =>
    `list_append(${pathOf(draw, terms, ['l'])}, ${terms.value({ L: [someValue(draw, 0)] })})`,
];

/** Some paths, none of them within another. */
export const projectionOf = (
  draw: GeneratorValue,
  terms: Terms,
  from: readonly string[] = attributes,
): string => {
  const chosen = some(draw, from);
  return (chosen.length > 0 ? chosen : ['pk'])
    .map((name) => pathOf(draw, terms, [name]))
    .join(', ');
};
