import type { ApiMethod } from './model.ts';

/** A method of the API, and the values of its path's parameters. */
export type Match = {
  readonly method: ApiMethod;
  readonly parameters: Readonly<Record<string, string>>;
};

/** Finds the method for a path below the stage: fixed segments before `{parameter}` before `{rest+}`; no backtracking, as API Gateway. */
export const createRouter = (
  methods: readonly ApiMethod[],
): ((httpMethod: string, path: string) => Match | undefined) => {
  const root = nodeOf();
  for (const method of methods) insert(root, method);
  return (httpMethod, path) => {
    const segments = path.replace(/^\//, '').replace(/\/$/, '').split('/');
    const found = walk(root, segments[0] === '' && segments.length === 1 ? [] : segments);
    const method = found?.node.methods.get(httpMethod) ?? found?.node.methods.get('ANY');
    return found && method && { method, parameters: found.parameters };
  };
};

type Node = {
  readonly fixed: Map<string, Node>;
  readonly methods: Map<string, ApiMethod>;
  parameter?: { readonly name: string; readonly node: Node };
  rest?: { readonly name: string; readonly node: Node };
};

const nodeOf = (): Node => ({ fixed: new Map(), methods: new Map() });

const insert = (root: Node, method: ApiMethod): void => {
  let node = root;
  for (const segment of method.path.split('/').filter((each) => each !== '')) {
    const [, name, greedy] = /^\{([^}+]+)(\+?)\}$/.exec(segment) ?? [];
    if (name === undefined) {
      const next = node.fixed.get(segment) ?? nodeOf();
      node.fixed.set(segment, next);
      node = next;
    } else if (greedy === '+') {
      node.rest ??= { name, node: nodeOf() };
      node = node.rest.node;
    } else {
      node.parameter ??= { name, node: nodeOf() };
      node = node.parameter.node;
    }
  }
  node.methods.set(method.httpMethod, method);
};

const walk = (
  root: Node,
  segments: readonly string[],
): { node: Node; parameters: Record<string, string> } | undefined => {
  let node = root;
  const parameters: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const fixed = node.fixed.get(segment);
    if (fixed) {
      node = fixed;
    } else if (node.parameter && segment !== '') {
      parameters[node.parameter.name] = segment;
      node = node.parameter.node;
    } else if (node.rest) {
      parameters[node.rest.name] = segments.slice(index).join('/');
      return { node: node.rest.node, parameters };
    } else {
      return undefined;
    }
  }
  return { node, parameters };
};
