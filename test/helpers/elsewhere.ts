import { functionName } from '../../lib/environments.ts';
import type { Local } from '../../local/start.ts';
import type { AnyRoute } from './examples.ts';

/** Ends what has answered a route, or any: whoever is asked next is an instance that remembers nothing. */
export const elsewhere = async ({ pool }: Local, route?: AnyRoute): Promise<void> => {
  const some = pool.instances().filter(({ of }) => !route || of.name === functionName('sandbox', route.id));
  await Promise.all(some.map((one) => one.kill()));
};
