import type { AwsAnswer, AwsCall, AwsService, Resource } from '../aws-service.ts';
import type { Engine, EngineAnswer } from '../dynamodb/engine.ts';
import { tablesOf } from '../dynamodb/tables.ts';
import { AwsError } from '../errors.ts';
import { inputOf, targetOperation } from '../json-protocol.ts';
import { keysOf } from '../kms/keys.ts';
import { createAccesses } from './dynamodb/accesses.ts';
import { askingCapacity, takeCapacity } from './dynamodb/capacity.ts';
import { createLag, type IndexLag, type Lag } from './dynamodb/index-lag.ts';
import { createRequestTokens, type RequestTokens } from './dynamodb/request-tokens.ts';
import { isDataOperation, type Touch, touchesOf } from './dynamodb/touches.ts';

/** DynamoDB and its streams in front of the engine, and what tests can do to it. */
export type DynamoDb = AwsService & {
  readonly indexLag: IndexLag;
  /** A call of the machine's own, past IAM, faults and recorder, yet seen by a lagging index; rejects with AwsError. */
  call<T>(operation: string, input: unknown): Promise<T>;
};

/** Calls that touch items are understood item by item; others (DescribeTable, streams) are for the operator alone. */
export const dynamoDbService = (options: DynamoDbOptions): DynamoDb => {
  const { engine, resources, now = Date.now } = options;
  const tables = new Map(tablesOf(resources).map((table) => [table.name, table]));
  const accessesOf = createAccesses(tables, keysOf(resources));
  const lag = createLag(engine, tables, now);
  const place: Place = { engine, lag, tokens: createRequestTokens(now) };
  const understood = new WeakMap<AwsCall, Asked>();
  const asked = (call: AwsCall): Asked => {
    const known = understood.get(call) ?? ask(targetOf(call), inputOf(call));
    understood.set(call, known);
    return known;
  };
  return {
    name: 'dynamodb',
    indexLag: lag,
    operation: targetOperation,
    accesses: (call) => accessesOf(asked(call).touches, call.region),
    handle: (call) => handle(place, asked(call)),
    call: async <T>(operation: string, input: unknown) => {
      const answer = await forward(place, ask(`${target}.${operation}`, input as Input));
      const output = JSON.parse(answer.body.toString());
      if (answer.status === 200) return output as T;
      throw new AwsError(answer.status, String(output.__type).split('#').at(-1) ?? '', output.message);
    },
  };
};

export type DynamoDbOptions = {
  readonly engine: Engine;
  readonly resources: readonly Resource[];
  /** The clock of index lags, in milliseconds; absent: the machine's. */
  readonly now?: () => number;
};

/** Where requests go, and what is remembered of them on the way. */
type Place = { readonly engine: Engine; readonly lag: Lag; readonly tokens: RequestTokens };

const target = 'DynamoDB_20120810';

const targetOf = ({ headers }: AwsCall): string => headers['x-amz-target'] ?? '';

type Input = Readonly<Record<string, unknown>>;

/** A request as it was understood. */
type Asked = {
  readonly target: string;
  readonly operation: string;
  readonly input: Input;
  readonly touches: readonly Touch[];
};

const ask = (target: string, input: Input): Asked => {
  const operation = target.split('.').at(-1) ?? '';
  return { target, operation, input, touches: touchesOf(operation, input) };
};

const handle = async (place: Place, asked: Asked): Promise<AwsAnswer> => {
  const { status, headers, body } = await forward(place, asked);
  const type = { 'content-type': headers['content-type'] ?? 'application/x-amz-json-1.0' };
  const tables = [...new Set(asked.touches.map(({ table }) => table))];
  if (status !== 200 || !isDataOperation(asked.operation))
    return { status, headers: type, body, usage: { tables, capacityUnits: 0 } };
  const output = JSON.parse(body.toString());
  const capacityUnits = takeCapacity(output, asked.input);
  return { status, headers: type, body: JSON.stringify(output), usage: { tables, capacityUnits } };
};

const forward = async (place: Place, asked: Asked): Promise<EngineAnswer> => {
  const { engine, lag, tokens } = place;
  const { touches, target } = asked;
  const { ClientRequestToken: token, ...input } = isDataOperation(asked.operation)
    ? askingCapacity(asked.input)
    : asked.input;
  const [first] = touches;
  if (first?.index !== undefined)
    return lag.reading(first, (TableName) => engine.send(target, JSON.stringify({ ...input, TableName })));
  const text = JSON.stringify(input);
  const send = async () => {
    const answer = await engine.send(target, text);
    if (touches.some(({ writes }) => writes)) await lag.wrote(touches);
    return answer;
  };
  return typeof token === 'string' ? tokens.once(token, text, send) : send();
};
