import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EnvironmentName } from '../../lib/environments.ts';

const build = fileURLToPath(new URL('../../.build/', import.meta.url));

/** A copy of an assembly of `npm run assembly`, in which the templates of an environment are altered. Answers its folder. */
export const alteredAssembly = (
  from: string,
  name: string,
  environment: EnvironmentName,
  alter: (template: string) => string,
): string => {
  // Beside the other, so that its paths lead to the same bundles.
  const folder = join(build, name);
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(build, from), folder, { recursive: true });
  const home = join(folder, `assembly-${environment}`);
  for (const file of readdirSync(home).filter((one) => one.endsWith('.template.json')))
    writeFileSync(join(home, file), alter(readFileSync(join(home, file), 'utf8')));
  return folder;
};
