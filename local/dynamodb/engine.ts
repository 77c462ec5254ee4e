import { randomBytes } from 'node:crypto';
import { accessSync, chmodSync, constants, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { Agent, type IncomingHttpHeaders, type RequestOptions, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { urlToHttpOptions } from 'node:url';
import type { Resource } from '../aws-service.ts';
import { AwsError, BadConfiguration } from '../errors.ts';
import { privateFolder, readWhole, writeWhole } from '../files.ts';
import { startEngineProcess } from './engine-process.ts';
import { openStreamRecords, type StreamRecords } from './stream-records.ts';
import { ensureTables, tablesOf } from './tables.ts';

/** The database below the DynamoDB service: every call here is past IAM, faults and recording. */
export type Engine = {
  /** `http://127.0.0.1:port` of the engine itself; functions never learn it. */
  readonly endpoint: string;
  /** What requests to it name: DynamoDB Local keeps a database of its own for each. */
  readonly database: EngineDatabase;
  /** One request; `target` as in x-amz-target: `DynamoDB_20120810.GetItem`. */
  send(target: string, body: string | Buffer): Promise<EngineAnswer>;
  /** One call of DynamoDB: JSON in and out; rejects with an AwsError. */
  call<T>(operation: string, input: unknown): Promise<T>;
  /** Absent: local/ did not start the engine. */
  readonly streamRecords: StreamRecords | undefined;
  stop(): Promise<void>;
};

/** The key id and the region of a request's signature. */
export type EngineDatabase = { readonly keyId: string; readonly region: string };

export type EngineAnswer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer };

export type EngineOptions = {
  /** All resources of all environments; the tables among them are created when missing. */
  readonly resources: readonly Resource[];
  readonly folder?: string | undefined;
  /** An engine that runs already; absent: the environment's DYNAMODB_ENDPOINT, else a process of our own. */
  readonly endpoint?: string | undefined;
};

/** Starts the engine and creates the tables. Rejects with BadConfiguration. */
export const startEngine = async (options: EngineOptions): Promise<Engine> => {
  const { resources, folder, endpoint = process.env.DYNAMODB_ENDPOINT } = options;
  const running = endpoint ? existing(endpoint, folder) : await startOwn(folder);
  const engine = client(running);
  try {
    await ensureTables(engine, tablesOf(resources));
    running.opened();
  } catch (error) {
    await engine.stop();
    if (endpoint && (error as NodeJS.ErrnoException).code)
      throw new BadConfiguration(`No DynamoDB answers at DYNAMODB_ENDPOINT ${endpoint}.`, { cause: error });
    throw error;
  }
  return engine;
};

type Running = Pick<Engine, 'endpoint' | 'database' | 'streamRecords' | 'stop'> & { opened(): void };

const startOwn = async (folder: string | undefined): Promise<Running> => {
  const { path, opened } = folder === undefined ? temporaryFile() : fileIn(folder);
  const started: (() => unknown)[] = [opened];
  const end = async (): Promise<void> => {
    for (const each of started.reverse()) await each();
  };
  try {
    const { endpoint, stop } = await startEngineProcess(path);
    started.push(stop);
    const streamRecords = openStreamRecords(path);
    started.push(streamRecords.close);
    return { endpoint, database: { keyId: 'local', region }, streamRecords, opened, stop: end };
  } catch (error) {
    await end();
    throw error;
  }
};

const existing = (endpoint: string, folder: string | undefined): Running => {
  if (!URL.canParse(endpoint) || new URL(endpoint).protocol !== 'http:')
    throw new BadConfiguration(`DYNAMODB_ENDPOINT is ${endpoint}, which is no http:// address.`);
  const database = { keyId: keyIdOf(folder), region };
  const nothing = { streamRecords: undefined, opened: () => {}, stop: async () => {} };
  return { endpoint: new URL(endpoint).origin, database, ...nothing };
};

const region = 'us-east-1';

/** A new database for data in memory; else the folder's, which ends with the folder. */
const keyIdOf = (folder: string | undefined): string => {
  const fresh = `local${randomBytes(8).toString('hex')}`;
  if (folder === undefined) return fresh;
  const file = join(folder, 'database.json');
  const known = readWhole<string>(file);
  if (known === undefined) writeWhole(file, fresh);
  return known ?? fresh;
};

const client = ({ endpoint, database, streamRecords, stop }: Running): Engine => {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets_max });
  const address = urlToHttpOptions(new URL(endpoint));
  const authorization = signedFor(database);
  const inFlight = new Set<Promise<EngineAnswer>>();
  const send: Engine['send'] = (target, body) => {
    const answer = post({ ...address, agent, headers: { authorization } }, target, body);
    inFlight.add(answer);
    return answer.finally(() => inFlight.delete(answer));
  };
  return {
    endpoint,
    database,
    streamRecords,
    send,
    call: async <T>(operation: string, input: unknown) => {
      return outputOf<T>(await send(`DynamoDB_20120810.${operation}`, JSON.stringify(input)));
    },
    stop: async () => {
      // Also requests of callers that have ended: a broken connection would look like an error of the engine.
      await Promise.allSettled(inFlight);
      agent.destroy();
      await stop();
    },
  };
};

/** The output of an answer; throws the AwsError that it says. */
export const outputOf = <T>({ status, body }: Pick<EngineAnswer, 'status' | 'body'>): T => {
  const output = JSON.parse(body.toString());
  if (status === 200) return output as T;
  throw new AwsError(status, String(output.__type).split('#').at(-1) ?? '', output.message ?? output.Message);
};

const sockets_max = 64;

/** Engines want a signature and check none. */
const signedFor = ({ keyId, region }: EngineDatabase): string =>
  `AWS4-HMAC-SHA256 Credential=${keyId}/20200101/${region}/dynamodb/aws4_request, SignedHeaders=host, Signature=0`;

const post = (to: RequestOptions, target: string, body: string | Buffer): Promise<EngineAnswer> =>
  new Promise((resolve, reject) => {
    const headers = {
      ...to.headers,
      'content-type': 'application/x-amz-json-1.0',
      'content-length': Buffer.byteLength(body),
      'x-amz-target': target,
      'x-amz-date': '20200101T000000Z',
    };
    const sent = request({ ...to, method: 'POST', headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 500, headers: answer.headers, body: Buffer.concat(chunks) }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });

/** The file of an engine. */
export type EngineFile = {
  readonly path: string;
  /** Called when every process that uses the file has opened it. */
  opened(): void;
};

/** In the folder, which is created where it is missing; throws BadConfiguration. */
export const fileIn = (folder: string): EngineFile => {
  try {
    privateFolder(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    // SQLite gives the files beside it the mode of this one.
    if (!existsSync(join(folder, name))) writeFileSync(join(folder, name), '');
    for (const path of ['', '-wal', '-shm'].map((suffix) => join(folder, name + suffix)))
      if (existsSync(path)) chmodSync(path, 0o600);
  } catch (cause) {
    throw new BadConfiguration(`The data folder ${folder} cannot be written.`, { cause });
  }
  return { path: join(folder, name), opened: () => {} };
};

/**
 * For data in memory: a file nevertheless, because an engine without one cannot get an index. Its name is removed as soon as
 * it is open, so that the system frees it with the last process that has it open, however that process ends.
 */
export const temporaryFile = (): EngineFile => {
  const folder = mkdtempSync(join(hasRoom(memoryDisk) ? memoryDisk : tmpdir(), 'dynamodb-'));
  return { path: join(folder, name), opened: () => rmSync(folder, { recursive: true, force: true }) };
};

const name = 'dynamodb.sqlite';
const memoryDisk = '/dev/shm';
/** Containers give it 64 MB by default. */
const room_bytes_min = 512 * 1024 * 1024;

const hasRoom = (disk: string): boolean => {
  if (!existsSync(disk)) return false;
  const { bavail, bsize } = statfsSync(disk);
  return bavail * bsize >= room_bytes_min;
};
