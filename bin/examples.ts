import { readCommandLine, runScripts } from './command-line.ts';

readCommandLine({
  usage: `npm run examples

Synthesises the app, records the examples of the OpenAPI document from a running service, and formats
lib/recorded-examples.json. It takes minutes.`,
});

runScripts(
  ['bin/assemblies.ts'],
  ['test/record-examples.ts'],
  ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', 'lib/recorded-examples.json'],
);
