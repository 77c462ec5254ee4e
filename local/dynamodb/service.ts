import type { AwsAnswer, AwsCall, AwsService, Resource } from '../aws-service.ts';
import { inputOf, targetOperation } from '../json-protocol.ts';
import { keysOf } from '../kms/keys.ts';
import { createAccesses, isDataOperation, type TableAccess, tableAccessesOf } from './accesses.ts';
import { type Engine, type EngineAnswer, outputOf } from './engine.ts';
import { createLag, type IndexLag, type Lag } from './index-lag.ts';
import { createRequestTokens, type RequestTokens } from './request-tokens.ts';
import { tablesOf } from './tables.ts';

/** DynamoDB in front of the engine, and its index lag. */
export type DynamoDb = AwsService & {
  readonly indexLag: IndexLag;
  /** A call of the machine's own, past IAM, faults and recorder, yet seen by a lagging index; rejects with AwsError. */
  call<T>(operation: string, input: unknown): Promise<T>;
};

/** Calls on items need a grant for each item; other calls (DescribeTable, streams) are for the operator alone. */
export const dynamoDbService = (options: DynamoDbOptions): DynamoDb => {
  const { engine, resources } = options;
  const tables = new Map(tablesOf(resources).map((table) => [table.name, table]));
  const accessesOf = createAccesses(tables, keysOf(resources));
  const lag = createLag(engine, tables);
  const context: Context = { engine, lag, tokens: createRequestTokens() };
  const parsedCalls = new WeakMap<AwsCall, Request>();
  const requestOf = (call: AwsCall): Request => {
    const known = parsedCalls.get(call) ?? parse(targetOf(call), inputOf(call));
    parsedCalls.set(call, known);
    return known;
  };
  return {
    name: 'dynamodb',
    indexLag: lag,
    operation: targetOperation,
    accesses: (call) => accessesOf(requestOf(call).accesses, call.region),
    handle: (call) => handle(context, requestOf(call)),
    call: async <T>(operation: string, input: unknown) => {
      return outputOf<T>(await forward(context, parse(`${target}.${operation}`, input as Input)));
    },
  };
};

export type DynamoDbOptions = {
  readonly engine: Engine;
  readonly resources: readonly Resource[];
};

type Context = { readonly engine: Engine; readonly lag: Lag; readonly tokens: RequestTokens };

const target = 'DynamoDB_20120810';

const targetOf = ({ headers }: AwsCall): string => headers['x-amz-target'] ?? '';

type Input = Readonly<Record<string, unknown>>;

type Request = {
  readonly target: string;
  readonly operation: string;
  readonly input: Input;
  readonly accesses: readonly TableAccess[];
};

const parse = (target: string, input: Input): Request => {
  const operation = target.split('.').at(-1) ?? '';
  return { target, operation, input, accesses: tableAccessesOf(operation, input) };
};

const handle = async (context: Context, request: Request): Promise<AwsAnswer> => {
  const { status, headers, body } = await forward(context, request);
  const type = { 'content-type': headers['content-type'] ?? 'application/x-amz-json-1.0' };
  const tables = [...new Set(request.accesses.map(({ table }) => table))];
  if (status !== 200 || !isDataOperation(request.operation))
    return { status, headers: type, body, usage: { tables, capacityUnits: 0 } };
  const output = JSON.parse(body.toString());
  const capacityUnits = takeCapacity(output, request.input);
  return { status, headers: type, body: JSON.stringify(output), usage: { tables, capacityUnits } };
};

const forward = async (context: Context, request: Request): Promise<EngineAnswer> => {
  const { engine, lag, tokens } = context;
  const { accesses, target } = request;
  const { ClientRequestToken: token, ...input } = isDataOperation(request.operation)
    ? askingCapacity(request.input)
    : request.input;
  const [first] = accesses;
  if (first?.index !== undefined)
    return lag.reading(first, (TableName) => engine.send(target, JSON.stringify({ ...input, TableName })));
  const text = JSON.stringify(input);
  const send = () => engine.send(target, text);
  return typeof token === 'string' ? tokens.once(token, text, send) : send();
};

type Figures = { readonly CapacityUnits?: number; TableName?: string };

/** The request with the capacity figures that the recorder needs, unless the caller wants figures too. */
const askingCapacity = (input: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
  ...input,
  ReturnConsumedCapacity: wantsCapacity(input) ? input.ReturnConsumedCapacity : 'INDEXES',
});

/** Takes the figures out of an answer: the units of all tables and indexes. The caller keeps those it asked for. */
const takeCapacity = (output: Record<string, unknown>, input: Readonly<Record<string, unknown>>): number => {
  const figures = [output.ConsumedCapacity ?? []].flat() as Figures[];
  if (!wantsCapacity(input)) delete output.ConsumedCapacity;
  return figures.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
};

const wantsCapacity = ({ ReturnConsumedCapacity: wanted }: Readonly<Record<string, unknown>>): boolean =>
  wanted !== undefined && wanted !== null && wanted !== 'NONE';
