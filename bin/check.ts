import { readCommandLine } from './command-line.ts';
import { runSteps } from './steps.ts';
import { typeSteps } from './type-steps.ts';

readCommandLine({
  usage: `npm run check

Types, lint, imports, dead code, unit and infrastructure tests, side by side. It reports everything that fails, and what
to run then.`,
});

const suite = (name: string) => ['--test', '--test-reporter=dot', `test/suites/${name}.test.ts`];

const succeeded = await runSteps([
  { name: 'unit tests', words: suite('unit'), mend: 'run the file that is named above alone' },
  ...typeSteps,
  { name: 'lint', words: ['--run', 'lint'], mend: 'npm run fix formats; the rest is named above' },
  {
    name: 'imports',
    words: ['--run', 'imports'],
    mend: 'move the file, or what it imports; the rule is named above',
  },
  { name: 'dead code', words: ['--run', 'dead'], mend: 'delete what nobody uses' },
  {
    name: 'infrastructure tests',
    first: ['bin/assemblies.ts'],
    words: suite('infra'),
    mend: 'npm run update renews what is printed; review the difference',
  },
]);
if (!succeeded) process.exitCode = 1;
