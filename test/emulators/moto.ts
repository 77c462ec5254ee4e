import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCommandLine } from '../../bin/command-line.ts';
import { printDocument } from '../../lib/document-text.ts';
import { calledName, type EnvironmentName, environments } from '../../lib/environments.ts';
import { deployedRoutes } from '../../lib/route-functions.ts';
import { run, takes } from '../helpers/programs.ts';
import { motoPython } from './moto-python.ts';

readCommandLine({
  usage: `npm run check:outside -- moto

Deploys every template to moto.`,
});

// Deploys the templates of both environments to moto, an emulator of AWS, and looks for every route of the document:
// `npm run check:outside -- moto`.

const folder = fileURLToPath(new URL('../../.build/moto/', import.meta.url));

/** The routes that the document promises of an environment, and the functions that answer. */
const routesOf = (name: EnvironmentName) => {
  const served = new Map<string, string>(
    deployedRoutes(environments[name]).map(({ route, served }) => [route.id, served.id]),
  );
  return Object.entries(printDocument().paths ?? {}).flatMap(([path, operations]) =>
    Object.entries(operations as Record<string, { readonly operationId?: string }>).flatMap(
      ([method, { operationId }]) =>
        operationId === undefined
          ? []
          : [
              {
                method: method.toUpperCase(),
                path,
                function: calledName(environments[name], served.get(operationId) ?? operationId),
              },
            ],
    ),
  );
};

takes('npm run check:outside -- moto', ['python3']);
const python = await motoPython();
const wanted = join(folder, 'wanted.json');
const assembly = fileURLToPath(new URL('../../.build/assembly-plain', import.meta.url));
writeFileSync(
  wanted,
  JSON.stringify({
    node: process.execPath,
    assembly,
    routes: { live: routesOf('live'), sandbox: routesOf('sandbox') },
  }),
);
const said = await run(python, [fileURLToPath(new URL('deploy.py', import.meta.url)), wanted]);
process.stdout.write(said.replaceAll(/^No Moto CloudFormation support.*\n/gm, ''));
