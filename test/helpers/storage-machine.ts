import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import type { DocumentSigner, SignedUpload } from '../../functions/core/aws/s3.ts';
import { s3DocumentSigner } from '../../functions/core/aws/s3-signer.ts';
import { type Local, startLocal } from '../../local/start.ts';
import { writeSmallAssembly } from '../../local/test/helpers/small-assembly.ts';
import { bucket, storageTemplate } from './storage-template.ts';

/** A machine with a bucket of documents, a queue that gets the events of uploads, and a function that may use them. */
export type StorageMachine = {
  readonly local: Local;
  /** The environment of the function `inspector`, as one of its processes has it. */
  environment(): Promise<NodeJS.ProcessEnv>;
  /** Signs as that process would. */
  signer(): Promise<DocumentSigner>;
  /** A client in its name; without it the operator's. */
  client(variables?: NodeJS.ProcessEnv, more?: S3ClientConfig): S3Client;
  /** The messages that the queue has now; it is empty afterwards. */
  received(): Promise<unknown[]>;
  stop(): Promise<void>;
};

/** Starts it; `folder` keeps its data. */
export const startStorageMachine = async (folder?: string): Promise<StorageMachine> => {
  const { resources, functions } = storageTemplate();
  const assembly = writeSmallAssembly({ functions, resources });
  const local = await startLocal({
    assembly: assembly.folder,
    ...(folder ? { folder } : { memory: true }),
  }).catch((error: unknown) => {
    assembly.remove();
    throw error;
  });
  const clients: S3Client[] = [];
  const environment = async () =>
    (await local.invoke('inspector', {})).payload as NodeJS.ProcessEnv;
  return {
    local,
    environment,
    signer: async () => s3DocumentSigner(await environment()),
    client: (variables, more) => {
      const client = new S3Client({ ...settingsFor(local, variables), ...more });
      clients.push(client);
      return client;
    },
    received: async () => {
      const queue = local.queues.byName('documents', 'eu-west-1');
      const messages = (await queue?.receive({ max: 10, wait_ms: 0 })) ?? [];
      queue?.purge();
      return messages.map(({ body }) => JSON.parse(body));
    },
    stop: async () => {
      for (const client of clients) client.destroy();
      await local.stop();
      assembly.remove();
    },
  };
};

const settingsFor = (local: Local, variables?: NodeJS.ProcessEnv): S3ClientConfig => ({
  endpoint: local.endpoint,
  region: 'eu-west-1',
  maxAttempts: 1,
  credentials: variables
    ? {
        accessKeyId: variables.AWS_ACCESS_KEY_ID ?? '',
        secretAccessKey: variables.AWS_SECRET_ACCESS_KEY ?? '',
      }
    : local.operator,
});

/** A key of its own for one test. */
export const aKey = (): string => `biz_1/cus_1/doc_${randomBytes(8).toString('hex')}`;

/** The bucket and the key of an object. */
export const at = (key: string) => ({ Bucket: bucket, Key: key });

/** The response that curl got. */
export type Uploaded = { readonly status: number; readonly text: string };

/** Sends bytes with `curl -T file -H … url`, exactly as an integrator would. */
export const curl = async (
  link: Pick<SignedUpload, 'url' | 'headers'>,
  bytes: Buffer | string,
): Promise<Uploaded> => {
  const folder = mkdtempSync(join(tmpdir(), 'upload-'));
  try {
    const file = join(folder, 'document');
    writeFileSync(file, bytes);
    const headers = Object.entries(link.headers).flatMap(([name, value]) => [
      '-H',
      `${name}: ${value}`,
    ]);
    const asked = [
      '--silent',
      '--show-error',
      '--write-out',
      '\n%{http_code}',
      '-T',
      file,
      ...headers,
      link.url,
    ];
    const { stdout } = await run('curl', asked);
    const end = stdout.lastIndexOf('\n');
    return { status: Number(stdout.slice(end + 1)), text: stdout.slice(0, end) };
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const run = promisify(execFile);

/** The code of an error in S3's XML. */
export const codeIn = ({ text }: Uploaded): string => /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? '';
