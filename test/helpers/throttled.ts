import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Local } from '../../local/start.ts';
import { assembly, startService } from './service.ts';

/** Runs both environments; the sandbox's stage lets one request through and no other for hours. It ends with what was done. */
export const withThrottledService = async (action: (local: Local) => Promise<void>): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'throttled-'));
  try {
    await cp(assembly, folder, { recursive: true });
    const templates = (await readdir(folder, { recursive: true })).filter(
      (name) => name.endsWith('.template.json') && name.includes('sandbox'),
    );
    for (const name of templates) await throttle(join(folder, name));
    const local = await startService({ assembly: folder, environments: ['sandbox', 'live'] });
    await action(local).finally(local.stop);
  } finally {
    await rm(folder, { recursive: true });
  }
};

const throttle = async (file: string): Promise<void> => {
  const template = JSON.parse(await readFile(file, 'utf8'));
  for (const { Type, Properties } of Object.values<{ Type: string; Properties: Settings }>(template.Resources))
    if (Type === 'AWS::ApiGateway::Stage')
      for (const setting of Properties.MethodSettings)
        Object.assign(setting, { ThrottlingRateLimit: 0.0001, ThrottlingBurstLimit: 1 });
  await writeFile(file, JSON.stringify(template));
};

type Settings = { readonly MethodSettings: object[] };
