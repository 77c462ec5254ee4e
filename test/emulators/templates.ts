import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pythonWith, run, takes } from '../helpers/programs.ts';

// cfn-lint over every template of both environments: `npm run check:outside -- templates`. Nothing of what it can say is left out but
// what a template itself says next to the resource. `sam validate --lint` runs the same linter. It is installed into
// .build/cfn-lint once.

const folder = fileURLToPath(new URL('../../.build/', import.meta.url));

takes('npm run check:outside -- templates', ['python3']);
const python = await pythonWith(join(folder, 'cfn-lint'), ['cfn-lint==1.58.0']);
const templates = globSync(join(folder, 'assembly-plain/assembly-*/*.template.json'));
if (templates.length === 0) throw new Error('There is no template to look at.');
const how = ['--non-zero-exit-code', 'informational', '--include-checks', 'I', '--format', 'parseable'];
await run(join(dirname(python), 'cfn-lint'), [...how, '--', ...templates]);
console.log(`${templates.length} templates, nothing to say of them`);
