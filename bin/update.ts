import { readCommandLine, runScripts } from './command-line.ts';

readCommandLine({
  usage: `npm run update

Renews everything that is printed from the code: the examples of the OpenAPI document, docs/api with llms.txt, the page
of the settings, the figures of the first deployment, the pages of evidence, and the snapshots of the templates. It takes minutes; review the difference before you commit it.
docs/guides/dashboard.md says how its pictures are taken again.`,
});

runScripts(
  ['bin/examples.ts'],
  ['bin/openapi.ts', 'pages'],
  ['bin/ops/settings.ts', '--page'],
  ['bin/evidence.ts'],
  ['bin/assemblies.ts', 'assembly-plain'],
  ['bench/deployment.ts'],
  ['--test', '--test-reporter=dot', '--test-update-snapshots', 'test/infra/templates.test.ts'],
);
