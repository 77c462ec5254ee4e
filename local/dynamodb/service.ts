import type { AwsAnswer, AwsCall, AwsService, Resource } from '../aws-service.ts';
import { AwsError } from '../errors.ts';
import { inputOf, jsonAnswer, jsonErrorAnswer, targetOperation } from '../json-protocol.ts';
import { keysOf } from '../kms/keys.ts';
import { createAccesses, isDataOperation, type TableAccess, tableAccessesOf } from './accesses.ts';
import type { Engine } from './engine.ts';
import { tablesOf } from './tables.ts';

/** DynamoDB in front of the engine. Calls on items need a grant for each item; others (streams) are the operator's alone. */
export const dynamoDbService = ({ engine, resources }: DynamoDbOptions): AwsService => {
  const tables = new Map(tablesOf(resources).map((table) => [table.name, table]));
  const accessesOf = createAccesses(tables, keysOf(resources));
  const parsedCalls = new WeakMap<AwsCall, Request>();
  const requestOf = (call: AwsCall): Request => {
    const known = parsedCalls.get(call) ?? requestIn(call);
    parsedCalls.set(call, known);
    return known;
  };
  return {
    name: 'dynamodb',
    operation: targetOperation,
    accesses: (call) => accessesOf(requestOf(call).accesses, call.region),
    handle: (call) => handle(engine, requestOf(call)),
  };
};

export type DynamoDbOptions = {
  readonly engine: Engine;
  readonly resources: readonly Resource[];
};

type Members = Readonly<Record<string, unknown>>;

type Request = {
  readonly operation: string;
  readonly input: Members;
  readonly accesses: readonly TableAccess[];
};

const requestIn = (call: AwsCall): Request => {
  const [operation, input] = [targetOperation(call), inputOf(call)];
  return { operation, input, accesses: tableAccessesOf(operation, input) };
};

const handle = async (engine: Engine, request: Request): Promise<AwsAnswer> => {
  const tables = [...new Set(request.accesses.map(({ table }) => table))];
  try {
    const { output, capacityUnits } = await answered(engine, request);
    return { ...jsonAnswer(output, '1.0'), usage: { tables, capacityUnits } };
  } catch (error) {
    if (!(error instanceof AwsError) || error.status >= 500) throw error;
    return { ...jsonErrorAnswer('dynamodb', error), usage: { tables, capacityUnits: 0 } };
  }
};

type Figures = { readonly CapacityUnits?: number };
type Output = { readonly ConsumedCapacity?: Figures | readonly Figures[] };

/** The output and the units of all tables and indexes; the caller sees figures only where it asked for them. */
const answered = async (engine: Engine, { operation, input }: Request) => {
  if (!isDataOperation(operation))
    return { output: await engine.call<object>(operation, input), capacityUnits: 0 };
  const { ReturnConsumedCapacity: wanted } = input;
  const isWanted = wanted !== undefined && wanted !== null && wanted !== 'NONE';
  const asking = { ...input, ReturnConsumedCapacity: isWanted ? wanted : 'INDEXES' };
  const { ConsumedCapacity, ...rest } = await engine.call<Output>(operation, asking);
  const figures: readonly Figures[] = [ConsumedCapacity ?? []].flat();
  return {
    output: isWanted ? { ...rest, ConsumedCapacity } : rest,
    capacityUnits: figures.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0),
  };
};
