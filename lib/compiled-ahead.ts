import { readFileSync } from 'node:fs';
import { type Node, parse } from 'acorn';
import type { OnLoadResult, Plugin } from 'esbuild';

/**
 * An esbuild plugin, made of others: what they load, and of libraries all else, comes with its functions in parentheses. They
 * mean nothing, and V8 takes them for a word that the function is called at once: it compiles it with what is around it,
 * rather than to look through it for mistakes first and to read it a second time at its first call. Most of what a bundle
 * carries is called by then.
 */
export const compiledAhead = (others: readonly Plugin[]): Plugin => ({
  name: 'compiled-ahead',
  async setup(build) {
    const onLoad: typeof build.onLoad = (options, load) =>
      build.onLoad(options, async (asked) => inParentheses(await load(asked)));
    for (const other of others) await other.setup({ ...build, onLoad });
    onLoad({ filter: /\/node_modules\/.*\.m?js$/ }, ({ path }) => ({ contents: readFileSync(path, 'utf8') }));
  },
});

const inParentheses = (loaded: OnLoadResult | null | undefined): OnLoadResult | null | undefined =>
  typeof loaded?.contents === 'string' && (loaded.loader ?? 'js') === 'js'
    ? { ...loaded, contents: parenthesized(loaded.contents) }
    : loaded;

/** The text with each function that is an expression in parentheses. */
export const parenthesized = (text: string): string => {
  const marks: { readonly at: number; readonly mark: string }[] = [];
  const visit = (node: Node, within: Node | undefined) => {
    // At the begin of a statement a parenthesis might call what the line before ends with.
    if (isFunction(node) && !isMethod(within) && within?.type !== 'ExpressionStatement')
      marks.push({ at: node.start, mark: '(' }, { at: node.end, mark: ')' });
    for (const member of Object.values(node))
      for (const one of Array.isArray(member) ? member : [member]) if (isNode(one)) visit(one, node);
  };
  visit(parse(text, { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true }), undefined);
  let from = 0;
  const pieces = marks
    .toSorted((one, other) => one.at - other.at)
    .map(({ at, mark }) => {
      const piece = text.slice(from, at) + mark;
      from = at;
      return piece;
    });
  return pieces.join('') + text.slice(from);
};

const isFunction = ({ type }: Node) => type === 'ArrowFunctionExpression' || type === 'FunctionExpression';

/** A method is such an expression too, but has no place for parentheses. */
const isMethod = (within: Node | undefined) =>
  within !== undefined &&
  (within.type === 'MethodDefinition' ||
    ('method' in within && within.method === true) ||
    ('kind' in within && (within.kind === 'get' || within.kind === 'set')));

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
