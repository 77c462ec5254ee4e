import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { type Context, contextOf } from '../context.ts';
import { fieldsOf } from '../fields.ts';
import { note, printBody } from '../output.ts';
import { checkedPath } from '../paths.ts';
import { confirmWrite } from '../prompts.ts';

type Options = {
  readonly data: readonly string[];
  readonly idempotencyKey?: string;
  readonly ifMatch?: string;
  readonly all?: true;
};

/** `get`, `post`, `put`, `patch` and `delete`: any route by its path. */
export const addRequests = (program: Command): void => {
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    const command = program
      .command(`${method.toLowerCase()} <path>`)
      .description(`${method} a path of the API, such as /customers`)
      .option(
        '-d, --data <field>',
        'name=text, name:=JSON, @file or - (standard input); repeatable',
        gathered,
        [],
      )
      .action((path: string, options: Options, called: Command) =>
        request(contextOf(called), method, path, options),
      );
    if (method === 'GET') command.option('--all', 'follow every page of a list');
    if (method === 'POST')
      command.option('--idempotency-key <key>', 'repeats an earlier request instead of a new one');
    if (method !== 'GET' && method !== 'POST')
      command.option('--if-match <etag>', 'only if nobody changed it since');
  }
};

const gathered = (one: string, before: readonly string[]): string[] => [...before, one];

const request = async (
  context: Context,
  method: string,
  given: string,
  options: Options,
): Promise<void> => {
  const { api, profile, json, yes } = context;
  const path = checkedPath(given);
  const fields = await fieldsOf(options.data);
  if (method === 'GET') {
    const pageAt = async (cursor?: string | null) =>
      (await api(method, path, { query: { ...fields, ...(cursor && { cursor }) } })).body;
    return printBody(options.all ? await everyPage(pageAt) : noteMore(await pageAt(), json), json);
  }
  await confirmWrite(profile, `${method} ${path}`, yes);
  const { ifMatch } = options;
  const idempotencyKey = options.idempotencyKey ?? randomUUID();
  const input = {
    body: fields,
    ...(method === 'POST' && { idempotencyKey }),
    ...(ifMatch !== undefined && { ifMatch }),
  };
  try {
    await printBody((await api(method, path, input)).body, json);
  } catch (error) {
    throw method === 'POST'
      ? Object.assign(error as Error, { idempotency_key: idempotencyKey })
      : error;
  }
};

type PageOfAny = {
  readonly data: readonly unknown[];
  readonly next_cursor: string | null;
  /** A service of an earlier release does not say it. */
  readonly unreadable?: number;
};

/** All pages as one; items that the service left out are counted together. */
const everyPage = async (pageAt: (cursor: string | null) => Promise<unknown>) => {
  const data: unknown[] = [];
  let [unreadable, cursor]: [number, string | null] = [0, null];
  do {
    const page = (await pageAt(cursor)) as PageOfAny;
    data.push(...page.data);
    unreadable += page.unreadable ?? 0;
    cursor = page.next_cursor;
  } while (cursor !== null);
  return { object: 'list', data, has_more: false, next_cursor: null, unreadable };
};

const noteMore = (body: unknown, json: boolean): unknown => {
  const { next_cursor } = (body ?? {}) as { next_cursor?: string | null };
  if (next_cursor && !json) note(`There are more: add --all, or -d cursor=${next_cursor}`);
  return body;
};
