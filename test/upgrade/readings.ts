import type { Answer, Caller } from '../helpers/call.ts';
import type { Any } from '../helpers/printed-document.ts';

/** The lists that show every item of a business, and those of one customer. */
const lists = [
  '/accounts',
  '/customers',
  '/documents',
  '/verifications',
  '/screenings',
  '/cards',
  '/authorizations',
  '/transactions',
  '/authorization-endpoints',
  '/webhooks',
  '/events',
  '/deliveries',
] as const;
const listsOfCustomer = ['persons', 'agreements', 'features', 'onboarding-links', 'timeline'];

/** The answers of one version about a business. */
export type Reading = ReadonlyMap<string, Any>;

const ask = async (call: Caller, path: string, cursor?: string): Promise<Any[]> => {
  const query = [['limit', '100'], ...(cursor ? [['cursor', cursor]] : [])] as [string, string][];
  const answer: Answer = await call({ method: 'GET', path, query });
  if (answer.status !== 200) throw new Error(`GET ${path} ${answer.status} ${answer.text}`);
  const { data, next_cursor, unreadable } = answer.body;
  if (unreadable > 0) throw new Error(`GET ${path} cannot read ${unreadable} items`);
  return next_cursor ? [...data, ...(await ask(call, path, next_cursor))] : data;
};

/** Reads all that a business has. */
export const readAll = async (call: Caller): Promise<Reading> => {
  const found = new Map<string, Any>();
  const customers: string[] = [];
  for (const path of lists)
    for (const item of await ask(call, path)) {
      found.set(`${path} ${item.id}`, item);
      if (path === '/customers') customers.push(item.id);
    }
  for (const id of customers)
    for (const list of listsOfCustomer) {
      const path = `/customers/${id}/${list}`;
      // Features are few, and have no pages.
      const items = list === 'features' ? await plain(call, path) : await ask(call, path);
      for (const item of items) found.set(`${path} ${item.id ?? item.feature}`, item);
    }
  return found;
};

const plain = async (call: Caller, path: string): Promise<Any[]> => {
  const { status, body, text } = await call({ method: 'GET', path });
  if (status !== 200) throw new Error(`GET ${path} ${status} ${text}`);
  return body.data;
};

/** The answers of the earlier version that the later one does not give; it may answer more. */
export const lacking = (earlier: Reading, later: Reading): string[] => [
  ...[...earlier].flatMap(([name, item]) => differing(name, item, later.get(name))),
  ...[...later.keys()].filter((name) => !earlier.has(name)).map((name) => `${name} is only later`),
];

/** Where an answer differs from an earlier one, with both values; a field that is only in the later one does not count. */
const differing = (at: string, before: Any, after: Any): string[] =>
  differences(at, before, after).map(
    ({ path, values }) => `${path}: ${values.map((value) => JSON.stringify(value)).join(' and ')}`,
  );

type Difference = { readonly path: string; readonly values: readonly Any[] };

/** Every field of one answer that another lacks or has with another value. */
export const differences = (path: string, before: Any, after: Any): Difference[] => {
  const areObjects = [before, after].every((one) => typeof one === 'object' && one !== null);
  if (!areObjects) return Object.is(before, after) ? [] : [{ path, values: [before, after] }];
  const areLists = Array.isArray(before) && Array.isArray(after);
  if (areLists && before.length !== after.length) return [{ path, values: [before, after] }];
  return Object.keys(before).flatMap((name) =>
    differences(`${path}.${name}`, before[name], after[name]),
  );
};
