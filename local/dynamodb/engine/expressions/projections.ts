import { type Attributes, attribute, type Value } from '../values/value.ts';
import { clashOf, type Parts, shown } from './paths.ts';
import type { Expressions } from './terms.ts';
import { type ExpressionKind, invalidExpression } from './tokens.ts';

/** Takes out of an item what a request wants of it. */
export type Projection = (item: Attributes) => Attributes;

/** Reads the paths of a ProjectionExpression; throws a ValidationException. */
export const projectionOf = (expressions: Expressions, text: string): Projection => {
  const { tree, terms } = expressions.projection(text);
  const paths = tree.map(terms.path);
  assertApart('ProjectionExpression', paths);
  return projectionTo(paths);
};

/** The paths that a projection names, each by its first attribute. */
export const firstNames = (expressions: Expressions, text: string): string[] => {
  const { tree, terms } = expressions.projection(text);
  return tree.map((path) => String(terms.path(path)[0]));
};

/** Throws where two paths clash. */
export const assertApart = (kind: ExpressionKind, paths: readonly Parts[]): void => {
  for (const [place, other] of paths.entries())
    for (const one of paths.slice(0, place)) {
      const clash = clashOf(one, other);
      if (clash)
        throw invalidExpression(
          kind,
          `Two document paths ${clash} with each other; must remove or rewrite one of these paths; ` +
            `path one: ${shown(one)}, path two: ${shown(other)}`,
        );
    }
};

/** Everything below some paths, and nothing else. */
export const projectionTo = (paths: readonly Parts[]): Projection => {
  const tree: Tree = new Map();
  for (const parts of paths) grow(tree, parts);
  return (item) => chosenOf({ M: item }, tree)?.M ?? {};
};

/** Below each part what is wanted there; nothing further below means all of it. */
type Tree = Map<string | number, Tree>;

const grow = (tree: Tree, [part, ...rest]: Parts): void => {
  if (part === undefined) return;
  const below = tree.get(part) ?? new Map();
  tree.set(part, below);
  grow(below, rest);
};

const chosenOf = (value: Value, tree: Tree): Value | undefined => {
  if (tree.size === 0) return value;
  if (value.L) {
    const places = [...tree.keys()]
      .filter((part) => typeof part === 'number')
      .toSorted((one, other) => one - other);
    const chosen = places.flatMap((place) => below(value.L?.[place], tree.get(place)) ?? []);
    return chosen.length > 0 ? { L: chosen } : undefined;
  }
  const members = [...tree].flatMap(([name, rest]): [string, Value][] => {
    const chosen = typeof name === 'string' ? below(attribute(value.M, name), rest) : undefined;
    return chosen ? [[String(name), chosen]] : [];
  });
  return members.length > 0 ? { M: Object.fromEntries(members) } : undefined;
};

const below = (value: Value | undefined, tree: Tree | undefined): Value | undefined =>
  value && tree && chosenOf(value, tree);
