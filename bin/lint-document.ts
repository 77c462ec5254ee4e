import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Config, createConfig, lintFromString } from '@redocly/openapi-core';
import { servedText } from '../lib/document-text.ts';
import { readCommandLine } from './command-line.ts';
import { runNpm } from './npm.ts';

readCommandLine({
  usage: `npx node bin/lint-document.ts

Checks the OpenAPI document by the rules of Redocly.`,
});

// Holds the OpenAPI document against what public linters ask for: `npm run lint`. Ends with 1 where one complains.
const source = servedText();

/**
 * Spectral comes with 141 packages, one of which reports its installation: none of them belongs beside the service. They are
 * installed apart, without their scripts, when they are first needed.
 */
const spectral = {
  '@stoplight/spectral-core': '1.24.1',
  '@stoplight/spectral-rulesets': '1.23.1',
};
const folder = fileURLToPath(new URL('../.build/spectral/', import.meta.url));

/** The part of Spectral that is called here: its own types would have to be installed for the compiler. */
type Spectral = {
  readonly setRuleset: (ruleset: object) => void;
  readonly run: (document: unknown) => Promise<
    readonly {
      readonly code: string | number;
      readonly message: string;
      readonly path: readonly (string | number)[];
    }[]
  >;
};

/** As it is called here: to compare the settings with the type that the package declares takes a fifth of all checks of types. */
const withRules = createConfig as unknown as (settings: {
  readonly extends: readonly string[];
}) => Promise<Config>;

const byRedocly = async (): Promise<string[]> => {
  const config = await withRules({ extends: ['recommended-strict'] });
  const problems = await lintFromString({ source, config });
  return problems.map(
    ({ ruleId, message, location }) =>
      `redocly ${ruleId}: ${message} ${location[0]?.pointer ?? ''}`,
  );
};

/** Redocly says whether the example of a body has its schema; Spectral would take three times as long as for all else. */
const bySpectral = async (): Promise<string[]> => {
  installSpectral();
  const { default: core } = await imported('@stoplight/spectral-core');
  const { default: rulesets } = await imported('@stoplight/spectral-rulesets');
  const linter: Spectral = new core.Spectral();
  linter.setRuleset({ extends: [rulesets.oas], rules: { 'oas3-valid-media-example': 'off' } });
  const problems = await linter.run(JSON.parse(source));
  return problems.map(
    ({ code, message, path }) => `spectral ${code}: ${message} ${path.join('/')}`,
  );
};

const installSpectral = () => {
  const manifest = JSON.stringify({ private: true, dependencies: spectral });
  if (existsSync(`${folder}node_modules/@stoplight/spectral-rulesets`)) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}package.json`, manifest);
  const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  runNpm(['install', ...quietly], folder);
};

// biome-ignore lint/suspicious/noExplicitAny: it is not there when this is compiled.
const imported = (name: string): Promise<any> =>
  import(pathToFileURL(`${folder}node_modules/${name}/dist/index.js`).href);

const problems = [...(await byRedocly()), ...(await bySpectral())];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
