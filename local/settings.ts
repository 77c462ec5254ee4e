import { BadConfiguration } from './bad-configuration.ts';

/** What the environment variables of `npm start` say. */
export type Settings = {
  /** PORT: of each environment's API; 0 is a free one. */
  readonly ports: { readonly sandbox: number; readonly live: number };
  /** LOCAL_DATA: where data lie; undefined: in memory. */
  readonly dataFolder: string | undefined;
  /** LOCAL_CLOCK_SPEED: divides the waits that the service schedules. */
  readonly clockSpeed: number;
};

/** Reads PORT, LOCAL_DATA and LOCAL_CLOCK_SPEED; throws BadConfiguration. */
export const readSettings = (variables: NodeJS.ProcessEnv): Settings => {
  const first = numberIn(variables, 'PORT', 3000, 'a whole number from 0 to 65534', /^\d{1,5}$/, 65_534);
  const speed = numberIn(variables, 'LOCAL_CLOCK_SPEED', 1, 'a whole number from 1', /^[1-9]\d{0,8}$/, 1e9);
  const data = variables.LOCAL_DATA || dataFolderDefault;
  return {
    ports: { sandbox: first, live: first === 0 ? 0 : first + 1 },
    dataFolder: data === 'memory' ? undefined : data,
    clockSpeed: speed,
  };
};

/** Below the folder that the service is started from. */
const dataFolderDefault = '.local/data';

const numberIn = (
  variables: NodeJS.ProcessEnv,
  name: string,
  otherwise: number,
  expected: string,
  shape: RegExp,
  max: number,
): number => {
  const text = variables[name];
  if (text === undefined || text === '') return otherwise;
  if (shape.test(text) && Number(text) <= max) return Number(text);
  throw new BadConfiguration(`${name} must be ${expected}, and is ${JSON.stringify(text)}.`);
};
