import { type Environment, type EnvironmentName, environments } from '../../lib/environments.ts';
import { type CdkContext, chosenEnvironments } from '../../lib/settings.ts';
import { readAwsFile } from '../../local/files.ts';
import { missing, refuse } from '../command-line.ts';

/** Where a command acts: its name for people, and what a client of AWS is opened with. */
export type Target = {
  readonly name: string;
  readonly config: {
    readonly region: string;
    readonly endpoint?: string;
    readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  };
};

/** The options that say where a command acts: `environmentNamed` and `targetNamed` read them. */
export const targetOptions = {
  environment: { type: 'string' },
  target: { type: 'string' },
  region: { type: 'string' },
} as const;

/** The environment that `--environment` names; ends the process where it names none. */
export const environmentNamed = (name: string | undefined): EnvironmentName => {
  if (name !== undefined && name in environments) return name as EnvironmentName;
  return missing(`--environment must be ${Object.keys(environments).join(' or ')}.`);
};

/** `-c environments=<folder>` and `-c settings='{…}'`, as the CDK takes them: settings over lib/environments.ts. */
export const settingsOption = { context: { type: 'string', short: 'c', multiple: true } } as const;

/** The context that these options give; ends the process where one is not of the two. */
export const contextIn = (given: readonly string[] = []): CdkContext =>
  Object.fromEntries(
    given.map((one) => {
      const [name = '', ...value] = one.split('=');
      if (name !== 'environments' && name !== 'settings')
        refuse(`Unknown context ${name}.`, name, ['environments', 'settings']);
      return [name, value.join('=')];
    }),
  );

/** The environment of that name with the settings of these options; undefined: there is none. Throws what is wrong with them. */
export const environmentWith = (
  name: string,
  context?: readonly string[],
): Environment | undefined =>
  chosenEnvironments(contextIn(context)).find((one) => one.name === name);

/** The one environment that the words of a command name, with the settings of `-c`; ends the process where there is none. */
export const environmentIn = (
  words: readonly string[],
  context?: readonly string[],
): Environment => {
  const [name, ...more] = words;
  if (name === undefined || more.length > 0)
    return missing('Name one environment: sandbox or live.');
  const environment = environmentWith(name, context);
  return environment ?? refuse(`There is no environment ${name}.`, name, Object.keys(environments));
};

/**
 * The target that `--target` names: the service that runs from this folder, unless AWS is asked
 * for, in the region of the settings or another one. Credentials of AWS come as in every AWS tool.
 * Throws what to do instead.
 */
export const targetNamed = (
  target: string | undefined,
  environment: EnvironmentName,
  elsewhere?: string | undefined,
): Target => {
  if (target !== undefined && target !== 'local' && target !== 'aws')
    return missing('--target must be local or aws.');
  const region = elsewhere ?? environments[environment].region;
  const local = target === 'aws' ? undefined : readAwsFile('.local');
  if (local) {
    if (elsewhere !== undefined) return missing('--region is for AWS only. Add --target aws.');
    const { endpoint, accessKeyId, secretAccessKey } = local;
    const config = { endpoint, region, credentials: { accessKeyId, secretAccessKey } };
    return { name: `in the local service at ${endpoint}`, config };
  }
  if (target === 'local')
    throw new Error('No local service runs from this folder: start it with `npm start`.');
  return { name: `on AWS in ${region}`, config: { region } };
};

/** The file in which a command keeps what it needs when it is called again, for an environment at a target. */
export const recordFile = (
  environment: EnvironmentName,
  { config }: Target,
  begins = '',
): string => {
  // Names are the same in each region of an account.
  const place =
    config.region === environments[environment].region
      ? environment
      : `${environment}-${config.region}`;
  return `.restore/${begins}${place}-${config.endpoint === undefined ? 'aws' : 'local'}.json`;
};
