import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsError } from '../../../errors.ts';
import { listening } from '../../../listening.ts';
import { system } from '../processes.ts';
import type { Answering } from './agreement.ts';

/** The binary that others wrote, which the engine is compared with; undefined where the package has none for this machine. */
export const binary = (): string | undefined => {
  try {
    const manifest = createRequire(import.meta.url).resolve('@dynoxide/linux-x64/package.json');
    const path = join(dirname(manifest), 'dynoxide');
    return system === 'linux-x64' && existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
};

/** Starts the binary with its data in memory. */
export const startBinary = async (path: string): Promise<Answering & { stop(): Promise<void> }> => {
  const port = await freePort();
  const child = spawn(path, ['--port', String(port)], { stdio: 'ignore' });
  const end = (): void => void child.kill();
  process.on('exit', end);
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    process.off('exit', end);
    end();
    await ended;
  };
  const endpoint = `http://127.0.0.1:${port}`;
  while (!(await isAnswered(endpoint))) if (hasEnded(child)) throw new Error(`${path} ended with ${child.exitCode}.`);
  return { ...answeringAt(endpoint), stop };
};

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

const isAnswered = async (endpoint: string): Promise<boolean> => {
  await pause(10);
  return fetch(endpoint, { method: 'POST' }).then(
    () => true,
    () => false,
  );
};

/** A port of this machine that nobody listens on just now. */
export const freePort = async (): Promise<number> => {
  const { port, stop } = await listening(createServer());
  await stop();
  return port;
};

/** An engine behind HTTP; operations of streams are `streams/GetRecords`. */
export const answeringAt = (endpoint: string): Answering => ({
  call: async <T>(operation: string, input: unknown) => {
    const [, streams, name] = /^(streams\/)?(.+)$/.exec(operation) ?? [];
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': `${streams ? 'DynamoDBStreams' : 'DynamoDB'}_20120810.${name}`,
        authorization:
          'AWS4-HMAC-SHA256 Credential=local/20200101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
        'x-amz-date': '20200101T000000Z',
      },
      body: JSON.stringify(input),
    });
    const output = (await response.json()) as Record<string, unknown>;
    if (response.status === 200) return output as T;
    const { __type, message = output.Message, ...members } = output;
    throw new AwsError(response.status, String(__type).split('#').at(-1) ?? '', String(message), members);
  },
});
