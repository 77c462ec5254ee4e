import { type EnvironmentName, environments } from '../../lib/environments.ts';
import { readAwsFile } from '../../local/files.ts';

/** A sentence for the person who typed a command. */
export class CommandError extends Error {}

/** Where a command acts: its name for people, and what a client of AWS is opened with. */
export type Target = {
  readonly name: string;
  readonly config: {
    readonly region: string;
    readonly endpoint?: string;
    readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  };
};

/** The environment that `--environment` names. Throws CommandError. */
export const environmentNamed = (name: string | undefined): EnvironmentName => {
  if (name !== undefined && name in environments) return name as EnvironmentName;
  throw new CommandError(`--environment must be ${Object.keys(environments).join(' or ')}.`);
};

/**
 * What `--target` names: the service that runs from this folder, unless AWS is asked for; credentials of AWS come as in every
 * AWS tool. Throws CommandError.
 */
export const targetNamed = (target: string | undefined, environment: EnvironmentName): Target => {
  if (target !== undefined && target !== 'local' && target !== 'aws')
    throw new CommandError('--target must be local or aws.');
  const { region } = environments[environment];
  const local = target === 'aws' ? undefined : readAwsFile('.local');
  if (local) {
    const { endpoint, accessKeyId, secretAccessKey } = local;
    const config = { endpoint, region, credentials: { accessKeyId, secretAccessKey } };
    return { name: `in the local service at ${endpoint}`, config };
  }
  if (target === 'local') throw new CommandError('No local service runs from this folder: start it with `npm start`.');
  return { name: `on AWS in ${region}`, config: { region } };
};

/** Runs a command. An error becomes its sentence and the exit code 1. */
export const runCommand = async (main: () => Promise<void>): Promise<void> => {
  try {
    await main();
  } catch (error) {
    const { name, message } = error as Error;
    process.stderr.write(error instanceof CommandError ? `${message}\n` : `${name}: ${message}\n`);
    process.exitCode = 1;
  }
};
