import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { PrintedDocument } from '../../openapi/page-places.ts';
import type { Api } from '../context.ts';
import { failureText, UsageError } from '../failures.ts';
import manifest from '../package.json' with { type: 'json' };
import { type Arguments, answerOf, pieceOf } from './answers.ts';
import { type Action, actionsOf, isChange, type Tool, toolName, toolsOf } from './tools.ts';

/** What the server works with. */
export type McpOptions = {
  readonly api: Api;
  /** The document of the environment that `api` calls. */
  readonly document: PrintedDocument;
  readonly environment: string;
  /** Absent: tools read. */
  readonly allowWrites: boolean;
};

/** Starts to serve the Model Context Protocol on standard input and output. */
export const serveMcp = (options: McpOptions): Promise<void> => mcpServer(options).connect(new StdioServerTransport());

/** A server with a tool for each resource. No answer holds a secret or a card number. */
const mcpServer = ({ api, document, environment, allowWrites }: McpOptions): Server => {
  const tools = [reference(document), ...toolsOf(document)];
  const offered = tools.filter(({ annotations }) => allowWrites || annotations.readOnlyHint);
  const actions = actionsOf(document);
  const call = (name: string, given: Arguments): Promise<string> => {
    if (name === 'reference') return pageOf(api, given);
    return answerOf(api, permitted(name, String(given.action), actions, allowWrites), given);
  };
  const server = new Server(
    { name: 'financial-services', version: manifest.version },
    { capabilities: { tools: {} }, instructions: instructionsOf(environment, allowWrites) },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: offered.map((tool) => ({ ...tool })) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }): Promise<CallToolResult> => {
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
    allowWrites ? 'Tools that end in _change act on real data of this environment.' : 'All tools only read.'
  } A list goes on with \`cursor\`: its \`next_cursor\`. The tool \`reference\` explains fields, errors and events.`;

/** The route of a tool's action, if it may be called; throws with what to do instead. */
const permitted = (name: string, verb: string, actions: readonly Action[], allowWrites: boolean): Action => {
  const own = actions.filter(({ id }) =>
    [false, true].some((changes) => toolName(id.split('.')[0] ?? '', changes) === name),
  );
  const action = own.find(({ id }) => id.endsWith(`.${verb}`));
  if (action?.withheld)
    throw new UsageError(
      `${action.id} is never offered to a model: it is about a card number, a PIN, a secret or a link.`,
    );
  if (!action) throw new UsageError(`${name} has no action ${verb}. See the list of tools.`);
  if (isChange(action) && !allowWrites)
    throw new UsageError(`${action.id} changes data: fsapi mcp was started without --allow-writes.`);
  const right = toolName(action.id.split('.')[0] ?? '', isChange(action));
  if (right !== name) throw new UsageError(`${action.id} belongs to the tool ${right}.`);
  return action;
};

const reference = ({ tags }: PrintedDocument): Tool => ({
  name: 'reference',
  description: 'Explains a resource: its routes, fields, events and examples; or basics, errors, objects.',
  inputSchema: {
    type: 'object',
    properties: {
      page: { enum: [...tags.map(({ name }) => name), 'basics', 'errors', 'objects'] },
      from: { type: 'integer', minimum: 0, description: 'The character to start at, where an earlier answer was cut.' },
    },
    required: ['page'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, destructiveHint: false },
});

const pageOf = async (api: Api, { page, from = 0 }: Arguments): Promise<string> => {
  const { body } = await api('GET', '/docs/{page}', { params: { page: `${page}.md` } });
  return pieceOf(String(body), Number(from));
};
