import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Credentials } from './access-keys.ts';

/** What a running service tells the tools beside it. */
export type AwsFile = Credentials & {
  /** Address of AWS on this machine. */
  readonly endpoint: string;
  readonly pid: number;
  /** By function's name, where somebody else runs the functions of the APIs. */
  readonly functions?: Readonly<Record<string, Credentials>>;
};

/** Where it lies below the folder that everything is made in. */
export const awsFile = (home: string): string => join(home, 'aws.json');

/** The file of a service that runs; undefined where none does. */
export const readAwsFile = (home: string): AwsFile | undefined => {
  try {
    const file = JSON.parse(readFileSync(awsFile(home), 'utf8')) as AwsFile;
    process.kill(file.pid, 0);
    return file;
  } catch {
    return undefined;
  }
};
