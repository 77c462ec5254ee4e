import { spawn } from 'node:child_process';
import type { Command } from 'commander';
import { isId } from '../../functions/core/ids.ts';
import { type Context, contextOf } from '../context.ts';
import { UsageError } from '../failures.ts';
import { say } from '../output.ts';

/** The pages of the dashboard, by the prefix of the ids that they show. */
export const pages: Readonly<Record<string, string>> = {
  cus: 'customers',
  prs: 'persons',
  doc: 'documents',
  idv: 'verifications',
  scr: 'screenings',
  card: 'cards',
  evt: 'events',
  whk: 'webhooks',
  dlv: 'deliveries',
};

/** `open`: the dashboard, at a resource. */
export const addOpen = (program: Command): void => {
  program
    .command('open [id]')
    .description('Open the dashboard at a resource, or print its address without a browser')
    .action(async (id: string | undefined, _options: object, command: Command) => {
      const address = addressOf(contextOf(command), id);
      await say(address);
      if (process.stdout.isTTY) browse(address);
    });
};

const addressOf = ({ profile }: Context, id: string | undefined): string => {
  const { dashboard_url, environment } = profile;
  if (dashboard_url === undefined)
    throw new UsageError('The profile has no dashboard. Log in again with --dashboard.');
  if (id === undefined) return new URL(`${environment}/home`, dashboard_url).href;
  const page = isId(id) ? pages[id.slice(0, id.indexOf('_'))] : undefined;
  if (page === undefined)
    throw new UsageError(
      `No page shows ${id}. Those of ${Object.keys(pages).join(', ')} have one.`,
    );
  return new URL(`${environment}/${page}/${id}`, dashboard_url).href;
};

const openers: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Without a browser nothing happens: the address is printed already. */
const browse = (address: string): void => {
  const [program, ...words] = openers[process.platform] ?? ['xdg-open'];
  spawn(program, [...words, address], { detached: true, stdio: 'ignore' })
    .on('error', () => undefined)
    .unref();
};
