import type { Command } from 'commander';
import { contextOf } from '../context.ts';
import { type Listed, positionNow } from '../event-window.ts';
import { follow, patiently } from '../follow.ts';
import { printBody, say } from '../output.ts';

type Options = { readonly status?: string; readonly method?: string; readonly route?: string };

/** A request as `GET /requests` has it. */
type LoggedRequest = Listed & {
  readonly method: string;
  readonly route: string;
  readonly path: string;
  readonly status: number;
  readonly error_code: string | null;
  readonly duration_ms: number;
};

/** `logs tail`: follows the requests of the business. */
export const addLogs = (program: Command): void => {
  program
    .command('logs')
    .description('Follow the requests of your keys and people')
    .command('tail')
    .description('Print each request when it is logged, within seconds')
    .option('--status <class>', '2xx, 3xx, 4xx or 5xx')
    .option('--method <method>', 'GET, POST, PATCH or DELETE')
    .option('--route <route>', 'as the reference writes it, such as /customers/{customer_id}')
    .action(async ({ status: status_class, method, route }: Options, command: Command) => {
      const { api, json } = contextOf(command);
      const filters = Object.entries({ status_class, method, route }).filter(([, value]) => value !== undefined);
      const list = (after: string | null) => {
        const query = { ...Object.fromEntries(filters), limit: 100, ...(after !== null && { created_after: after }) };
        return logged(api('GET', '/requests', { query }) as AsyncIterable<Omit<LoggedRequest, keyof Sorting>>);
      };
      process.once('SIGINT', () => process.exit(0));
      await follow(list, await patiently(() => positionNow(list)), {
        handle: (request) => print(request, json),
        keep: () => undefined,
      });
    });
};

type Sorting = Pick<Listed, 'sequence' | 'resource'>;

/** Requests have no order but their time. What reads the log is not shown: each look would show the one before. */
const logged = async function* (list: AsyncIterable<Omit<LoggedRequest, keyof Sorting>>) {
  for await (const one of list)
    if (one.route !== '/requests') yield { ...one, sequence: 0, resource: { id: one.id } } as LoggedRequest;
};

const print = ({ sequence: _sequence, resource: _resource, ...request }: LoggedRequest, json: boolean): void => {
  if (json) return void printBody(request, true);
  const { id, created_at, method, path, status, error_code, duration_ms } = request;
  say(
    `${created_at} ${status} ${method.padEnd(6)} ${path} ${duration_ms} ms ${error_code ?? ''} ${id}`.replace(
      '  ',
      ' ',
    ),
  );
};
