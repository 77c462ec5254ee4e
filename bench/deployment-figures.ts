import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { environments } from '../lib/environments.ts';
import { boxesOf } from '../lib/preflight.ts';
import type { Results } from './figures.ts';
import { idleDollars } from './idle-month.ts';

type Costs = Results['costs'];
type Stack = {
  readonly environment: string;
  readonly name: string;
  readonly resources: Readonly<Record<string, { readonly Type: string }>>;
};

/** CodeDeploy deploys so many functions of a stack at a time, each for the canary's minutes and one more. */
const functions_at_a_time = 20;
const canary_minutes = 6;

/** Minutes of a release that changes every function, in each stack with aliases. */
export const releaseMinutes = (
  stacks: readonly Stack[],
  environment: string,
): readonly (readonly [string, number])[] =>
  stacks
    .filter((stack) => stack.environment === environment)
    .map(({ name, resources }) => {
      const aliases = Object.values(resources).filter(
        ({ Type }) => Type === 'AWS::Lambda::Alias',
      ).length;
      return [name, Math.ceil(aliases / functions_at_a_time) * canary_minutes] as const;
    })
    .filter(([, minutes]) => minutes > 0);

/** The table of docs/operate/first-deployment.md. */
const figures = (stacks: readonly Stack[], { month, taken }: Costs): string => {
  const minutes = releaseMinutes(stacks, 'live');
  const total = minutes.reduce((sum, [, each]) => sum + each, 0);
  const million = (...of: readonly (keyof Costs['taken'])[]) =>
    of.reduce((sum, one) => sum + taken[one].in_all.median * 1e6, 0).toFixed(2);
  const quiet = (environment: 'sandbox' | 'live') =>
    idleDollars(month[environment], month.sweeps.median).toFixed(2);
  const sizeOf = (environment: string) => {
    const own = stacks.filter((stack) => stack.environment === environment);
    const resources = own.reduce((sum, stack) => sum + Object.keys(stack.resources).length, 0);
    return `${resources} in ${own.length} stacks`;
  };
  return [
    '| | sandbox | live |',
    '|---|---|---|',
    `| dollars in a month without calls | ${quiet('sandbox')} | ${quiet('live')} |`,
    `| dollars for a million customers created, with an event each | ${Array(2).fill(million('create', 'event')).join(' | ')} |`,
    `| dollars for a million customers read | ${Array(2).fill(million('get')).join(' | ')} |`,
    `| resources of the first deployment | ${sizeOf('sandbox')} | ${sizeOf('live')} |`,
    `| minutes of canary in a release of every function | 0 | ${total}: ${minutes.map(([name, each]) => `${each} in \`${name}\``).join(', ')} |`,
  ].join('\n');
};

/** The boxes of the preflight by name; an account that answers nothing shows all of them. */
const boxes = (): string => {
  const secrets = {
    apiKey: undefined,
    signing: undefined,
    isPlaceholder: false,
    token: undefined,
    webhook: undefined,
  };
  return boxesOf(environments.live, {
    account: undefined,
    isBootstrapped: false,
    place: { bucketIn: undefined, hasFunctions: false },
    concurrency: { quota: 0, unreserved: 0, ours: 0 },
    secrets: { ...secrets, screenerKey: undefined },
  })
    .map(({ name }, at) => `${at + 1}. ${name}`)
    .join('\n');
};

/** The page with the parts between marks printed again. */
export const withFigures = (page: string, stacks: readonly Stack[], costs: Costs): string => {
  const parts: Readonly<Record<string, string>> = {
    figures: figures(stacks, costs),
    boxes: boxes(),
  };
  return page.replaceAll(
    /(<!-- printed: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, begin: string, name: string, end: string) => `${begin}\n${parts[name]}\n\n${end}`,
  );
};

/** The stacks of an assembly. */
export const stacksOf = (assembly: string): readonly Stack[] =>
  globSync(`${assembly}/assembly-{sandbox,live}/manifest.json`).flatMap((file) => {
    const { artifacts } = JSON.parse(readFileSync(file, 'utf8')) as {
      artifacts: Record<string, Artifact>;
    };
    return Object.values(artifacts)
      .filter(({ type }) => type === 'aws:cloudformation:stack')
      .map(({ displayName = '', properties }) => {
        const [environment = '', name = ''] = displayName.split('/');
        const template = readFileSync(join(dirname(file), properties.templateFile), 'utf8');
        return { environment, name, resources: JSON.parse(template).Resources };
      });
  });

type Artifact = {
  readonly type: string;
  readonly displayName?: string;
  readonly properties: { readonly templateFile: string };
};
