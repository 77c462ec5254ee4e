import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { PrintedDocument } from '../../openapi/page-places.ts';
import type { Api } from '../context.ts';
import { failureText, UsageError } from '../failures.ts';
import { note } from '../output.ts';
import manifest from '../package.json' with { type: 'json' };
import { answerOf, pieceOf } from './answers.ts';
import { type Arguments, sentOf } from './arguments.ts';
import { type Action, actionsOf, isChange, type Tool, toolName, toolsOf } from './tools.ts';

/** The options of the server. */
export type McpOptions = {
  readonly api: Api;
  /** The document of the environment that `api` calls. */
  readonly document: PrintedDocument;
  readonly environment: string;
  /** Absent: tools read. */
  readonly allowWrites: boolean;
};

/** Starts to serve the Model Context Protocol on standard input and output. */
export const serveMcp = (options: McpOptions): Promise<void> => {
  const transport = new StdioServerTransport();
  transport.onerror = answerMalformed;
  return mcpServer(options).connect(transport);
};

/** Answers a line that is no message, as JSON-RPC asks: the transport would only drop it. Its id is not known. */
const answerMalformed = (error: Error): void => {
  const answer = (code: ErrorCode, message: string) =>
    process.stdout.write(
      `${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })}\n`,
    );
  if (error instanceof SyntaxError)
    answer(ErrorCode.ParseError, 'Parse error: the line is not JSON');
  else if ('issues' in error)
    answer(ErrorCode.InvalidRequest, 'Invalid request: the line is no message of JSON-RPC 2.0');
  else note(failureText(error, false));
};

/** A server with a tool for each resource. No answer holds a secret or a card number. */
const mcpServer = ({ api, document, environment, allowWrites }: McpOptions): Server => {
  const tools = [reference(document), ...toolsOf(document)];
  const offered = tools.filter(({ annotations }) => allowWrites || annotations.readOnlyHint);
  const actions = actionsOf(document);
  const call = (name: string, given: Arguments): Promise<string> => {
    if (name === 'reference') return pageOf(api, sentOf(given), pagesOf(document));
    return answerOf(
      api,
      permitted(name, given.action, actions, allowWrites),
      given,
      document.components.schemas,
    );
  };
  const server = new Server(
    { name: 'financial-services', version: manifest.version },
    { capabilities: { tools: {} }, instructions: instructionsOf(environment, allowWrites) },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: offered.map((tool) => ({ ...tool })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }): Promise<CallToolResult> => {
    if (!tools.some(({ name }) => name === params.name)) throw unknownTool(params.name, offered);
    try {
      return { content: [{ type: 'text', text: await call(params.name, params.arguments ?? {}) }] };
    } catch (error) {
      return { content: [{ type: 'text', text: failureText(error, true) }], isError: true };
    }
  });
  return server;
};

const instructionsOf = (environment: string, allowWrites: boolean): string =>
  `The Financial Services API, environment ${environment}. ${
    allowWrites
      ? 'Tools that end in _change act on real data of this environment.'
      : 'All tools only read.'
  } In the descriptions of tools a star marks what is required. A list goes on with \`cursor\`: its \`next_cursor\`. The tool \`reference\` explains fields, errors and events.`;

/** An error of the protocol, as its specification asks; the names are for the host. */
const unknownTool = (name: string, offered: readonly Tool[]): Error => {
  const names = offered.map((one) => one.name);
  const error = new Error(`Unknown tool: ${name}. The tools are: ${names.join(', ')}`);
  return Object.assign(error, { code: ErrorCode.InvalidParams });
};

/** The route of a tool's action, if it may be called; throws with what to do instead. */
const permitted = (
  name: string,
  verb: unknown,
  actions: readonly Action[],
  allowWrites: boolean,
): Action => {
  const own = actions.filter(({ id }) =>
    [false, true].some((changes) => toolName(resourceOf({ id }), changes) === name),
  );
  const action = own.find(({ id }) => id.endsWith(`.${verb}`));
  if (action?.withheld)
    throw new UsageError(
      `${action.id} is never offered to a model: it is about a card number, a PIN, a secret or a link.`,
    );
  if (!action) {
    const offered = own.filter(
      (one) => !one.withheld && toolName(resourceOf(one), isChange(one)) === name,
    );
    const verbs = offered.map(({ id }) => id.slice(id.indexOf('.') + 1)).join(', ');
    throw new UsageError(
      typeof verb === 'string'
        ? `${name} has no action ${verb}. Its actions: ${verbs}.`
        : `${name} takes an action: ${verbs}.`,
    );
  }
  if (isChange(action) && !allowWrites)
    throw new UsageError(
      `${action.id} changes data: fsapi mcp was started without --allow-writes.`,
    );
  const right = toolName(resourceOf(action), isChange(action));
  if (right !== name) throw new UsageError(`${action.id} belongs to the tool ${right}.`);
  return action;
};

const resourceOf = ({ id }: Pick<Action, 'id'>): string => id.slice(0, id.indexOf('.'));

const pagesOf = ({ tags }: PrintedDocument): readonly string[] => [
  ...tags.map(({ name }) => name),
  ...['basics', 'errors', 'objects'],
];

const reference = (document: PrintedDocument): Tool => ({
  name: 'reference',
  description:
    'Explains a resource: its routes, fields, events and examples; or basics, errors, objects.',
  inputSchema: {
    type: 'object',
    properties: {
      page: { type: 'string', enum: pagesOf(document) },
      from: {
        type: 'integer',
        minimum: 0,
        description: 'The character to start at, where an earlier answer was cut.',
      },
    },
    required: ['page'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, destructiveHint: false },
});

const pageOf = async (
  api: Api,
  { page, from = 0 }: Arguments,
  pages: readonly string[],
): Promise<string> => {
  if (!pages.includes(String(page)))
    throw new UsageError(`reference takes a page: ${pages.join(', ')}.`);
  const { body } = await api('GET', '/docs/{page}', { params: { page: `${page}.md` } });
  return pieceOf(String(body), Number(from));
};
