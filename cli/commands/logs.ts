import type { Command } from 'commander';
import type { LoggedCall } from '../../functions/tenants/requests/schema.ts';
import { contextOf } from '../context.ts';
import { type Listed, positionNow } from '../event-window.ts';
import { follow, patiently } from '../follow.ts';
import { printBody, say } from '../output.ts';
import { checkedPath } from '../paths.ts';

type Options = { readonly status?: string; readonly method?: string; readonly route?: string };

/** `logs tail`: follows the requests of the business. */
export const addLogs = (program: Command): void => {
  program
    .command('logs')
    .description('Follow the requests of your keys and people')
    .command('tail')
    .description('Print each request when it is logged, within seconds')
    .option('--status <class>', '2xx, 3xx, 4xx or 5xx')
    .option('--method <method>', 'GET, POST, PUT, PATCH or DELETE')
    .option('--route <route>', 'as the reference writes it, such as /customers/{customer_id}')
    .action(async ({ status: status_class, method, route: given }: Options, command: Command) => {
      const { api, json } = contextOf(command);
      const route = given === undefined ? undefined : checkedPath(given);
      const list = (after: string | null) => {
        const query = {
          status_class,
          method,
          route,
          limit: 100,
          created_after: after ?? undefined,
        };
        return logged(api('GET', '/requests', { query }) as AsyncIterable<LoggedCall>);
      };
      process.once('SIGINT', () => process.exit(0));
      await follow(list, await patiently(() => positionNow(list)), {
        handle: ({ request }) => print(request, json),
        keep: () => undefined,
      });
    });
};

type Logged = Listed & { readonly request: LoggedCall };

/** Requests have no order but their time. Requests that read the log are hidden: each poll would show the one before. */
const logged = async function* (list: AsyncIterable<LoggedCall>): AsyncIterable<Logged> {
  for await (const request of list) {
    const { id, created_at, route } = request;
    if (route !== '/requests') yield { id, created_at, sequence: 0, resource: { id }, request };
  }
};

const print = (request: LoggedCall, json: boolean): void => {
  if (json) return void printBody(request, true);
  const { id, created_at, method, path, status, error_code, duration_ms } = request;
  say(
    `${created_at} ${status} ${method.padEnd(6)} ${path} ${duration_ms} ms ${error_code ?? ''} ${id}`.replace(
      '  ',
      ' ',
    ),
  );
};
