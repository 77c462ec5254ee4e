import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Local } from '../../local/start.ts';
import { assembly, startService } from './service.ts';
import { after } from './tests.ts';

/** How many requests come through before no other does for hours. */
export type Bursts = {
  /** The rate of the stage. */
  readonly stage?: number;
  /** The rate of each method with a throttle of its own. */
  readonly method?: number;
  /** The rate of each business, by the last word of its plan's name. */
  readonly plans?: Readonly<Record<string, number>>;
};

/** Runs both environments until the test file or `describe` has ended; what the sandbox lets through is changed. */
export const throttledService = async (bursts: Bursts): Promise<Local> => {
  const folder = await mkdtemp(join(tmpdir(), 'throttled-'));
  let local: Local | undefined;
  after(async () => {
    await local?.stop();
    await rm(folder, { recursive: true });
  });
  await cp(assembly, folder, { recursive: true });
  const templates = (await readdir(folder, { recursive: true })).filter(
    (name) => name.endsWith('.template.json') && name.includes('sandbox'),
  );
  for (const name of templates) await throttle(join(folder, name), bursts);
  local = await startService({ assembly: folder, environments: ['sandbox', 'live'] });
  return local;
};

/** A token in three hours. */
const rate = 0.0001;

const throttle = async (file: string, { stage, method, plans = {} }: Bursts): Promise<void> => {
  const template = JSON.parse(await readFile(file, 'utf8'));
  for (const { Type, Properties } of Object.values<{ Type: string; Properties: Settings }>(
    template.Resources,
  )) {
    for (const setting of Type === 'AWS::ApiGateway::Stage' ? Properties.MethodSettings : []) {
      const burst = setting.HttpMethod === '*' ? stage : method;
      if (burst !== undefined)
        Object.assign(setting, { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst });
    }
    const burst =
      Type === 'AWS::ApiGateway::UsagePlan' &&
      plans[Properties.UsagePlanName.split('-').at(-1) ?? ''];
    if (burst) Object.assign(Properties.Throttle, { RateLimit: rate, BurstLimit: burst });
  }
  await writeFile(file, JSON.stringify(template));
};

type Settings = {
  readonly MethodSettings: { readonly HttpMethod: string }[];
  readonly UsagePlanName: string;
  readonly Throttle: object;
};
