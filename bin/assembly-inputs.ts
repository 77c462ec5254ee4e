import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { digestOf } from './build.ts';
import { importGraph } from './import-graph.ts';

const record = (name: string): string => `.build/${name}/inputs.sha256`;

/** A digest of the sources of templates: the files that the app imports, which are declarations and no handlers, and its settings. */
const digest = (): string => {
  const sources = importGraph().closureOf([
    'bin/assemblies.ts',
    'lib/app.ts',
    'cdk.json',
    'package-lock.json',
  ]);
  return digestOf('', [...sources]);
};

/** Notes of assemblies what they were made of. */
export const noteInputs = (names: readonly string[]): void => {
  const inputs = digest();
  for (const name of names) writeFileSync(record(name), inputs);
};

/** Whether the templates of an assembly are those of the present sources; the bundles beside them may be older. */
export const isAssemblyCurrent = (name: string): boolean =>
  existsSync(record(name)) && readFileSync(record(name), 'utf8') === digest();
