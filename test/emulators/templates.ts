import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCommandLine } from '../../bin/command-line.ts';
import { pythonWith, run, takes } from '../helpers/programs.ts';

readCommandLine({
  usage: `npm run check:outside -- templates

Runs cfn-lint and checkov over every template.`,
});

// cfn-lint over every template of both environments: `npm run check:outside -- templates`. Nothing of what it can say is left out but
// what a template itself says next to the resource. `sam validate --lint` runs the same linter. It is installed into
// .build/cfn-lint once. Then checkov, whose failing rules must be those that docs/explain/scanner-rules.md answers.

const folder = fileURLToPath(new URL('../../.build/', import.meta.url));

takes('npm run check:outside -- templates', ['python3']);
const python = await pythonWith(join(folder, 'cfn-lint'), ['cfn-lint==1.58.0']);
const templates = globSync(join(folder, 'assembly-plain/assembly-*/*.template.json'));
if (templates.length === 0) throw new Error('There is no template to look at.');
const how = [
  '--non-zero-exit-code',
  'informational',
  '--include-checks',
  'I',
  '--format',
  'parseable',
];
await run(join(dirname(python), 'cfn-lint'), [...how, '--', ...templates]);
console.log(`${templates.length} templates, nothing to say of them`);

const checkov = join(
  dirname(await pythonWith(join(folder, 'checkov'), ['checkov==3.3.30'])),
  'checkov',
);
const asked = [
  '--directory',
  join(folder, 'assembly-plain'),
  '--framework',
  'cloudformation',
  '--compact',
  '--quiet',
];
const said = await run(checkov, [...asked, '--soft-fail', '--output', 'json'], {
  env: { LOG_LEVEL: 'ERROR' },
});
const { failed_checks }: { failed_checks: readonly { check_id: string }[] } =
  JSON.parse(said).results;
const answered = [
  ...readFileSync('docs/explain/scanner-rules.md', 'utf8').matchAll(/\bCKV_AWS_\d+/g),
].map(([id]) => id);
assert.deepEqual(
  [...new Set(failed_checks.map(({ check_id }) => check_id))].sort(),
  answered.sort(),
);
console.log(
  `checkov fails in ${failed_checks.length} places, by ${answered.length} rules that docs/explain/scanner-rules.md answers`,
);
