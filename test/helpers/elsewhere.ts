import type { Route } from '../../functions/contract/route.ts';
import { functionName } from '../../lib/environments.ts';
import type { Local } from '../../local/start.ts';
import { until } from '../../local/test/helpers/until.ts';

/** Ends whoever has answered a route, or any: who is asked next is an instance that remembers nothing. */
export const elsewhere = async ({ pool }: Local, route?: Route): Promise<void> => {
  const some = pool.instances().filter(({ of }) => !route || of.name === functionName('sandbox', route.id));
  const end = async (one: (typeof some)[number]) => {
    await until(() => one.state() !== 'busy', `${one.of.name} has answered`);
    if (one.state() === 'idle') await one.kill();
  };
  await Promise.all(some.map(end));
};
