import { join } from 'node:path';
import { buildSite, siteFiles } from '../../../bin/site/build.ts';
import { demoBusiness, demoEmail, demoOwner } from '../../../bin/start/demo.ts';
import { onParentEnd } from '../../../bin/start/parent.ts';
import { environments } from '../../../lib/environments.ts';
import { productOf } from '../../../lib/product.ts';
import { awsFile, writeWhole } from '../../../local/files.ts';
import { startLocal } from '../../../local/start.ts';
import { createListeningPool } from './pool.ts';

// `main.ts <assembly> <folder>`: both environments of an assembly and their site, in one process, with the data in memory. It
// prints what `npm start` prints of invitations and codes, and writes the files that `npm start` writes into the folder.

const [assembly = '', folder = ''] = process.argv.slice(2);

const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`);

const site = await siteFiles(await buildSite(say), productOf(environments.live));
const local = await startLocal({
  assembly,
  files: (_, key) => site.get(key),
  failed: say,
  invited: ({ email, temporary_password }) => {
    if (email !== demoEmail)
      say(`Invited ${email}, with the password ${temporary_password} for the first sign-in.`);
  },
  codeSent: ({ email, code }) =>
    say(`The code ${code} lets ${email} choose another password within an hour.`),
  pool: createListeningPool,
});
const end = (): void => void local.stop().then(() => process.exit(0));
process.once('SIGTERM', end);
onParentEnd(end);

const demo = await demoBusiness(local, undefined);
const tenant_id = demo.live?.tenant_id ?? '';
const owner = await demoOwner(local, { email: demoEmail, tenant_id }, undefined);
const announced = Object.entries(demo).map(([name, business]) => [
  name,
  { ...business, base_url: local.environments[name]?.base_url },
]);
writeWhole(awsFile(folder), { endpoint: local.endpoint, pid: process.pid, ...local.operator });
writeWhole(join(folder, 'environment.json'), {
  ...Object.fromEntries(announced),
  dashboard: { url: local.site, ...owner },
});
say('Ready.');
