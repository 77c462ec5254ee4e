import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { readAssembly } from '../../local/assembly.ts';
import { BadConfiguration } from '../../local/errors.ts';
import { readAwsFile, writeWhole } from '../../local/files.ts';
import { functionsOf } from '../../local/functions/lambda-function.ts';
import { samFiles } from '../../local/sam-files.ts';
import { readCommandLine } from '../command-line.ts';

const usage = `npm run ops -- sam:env [--environment sandbox|live] [--host <host>]

Writes the files that \`sam local start-api\` needs to run the API against \`npm start -- data\`, and prints the command.
--host is the name by which a container reaches this machine.`;

const home = resolve('.local');

/** The name that Docker gives the machine that a container runs on. */
const hostOfContainers = 'host.docker.internal';

/** How a container reaches a data plane that is open on an address. */
const hostFor = (opened: string | undefined): string => {
  if (opened === '0.0.0.0') return hostOfContainers;
  if (opened !== undefined && !opened.startsWith('127.')) return opened;
  throw new BadConfiguration(
    `The data plane listens on ${opened}, which no container reaches: start it with \`npm start -- data --host 0.0.0.0\`.`,
  );
};

const options = { environment: { type: 'string' }, host: { type: 'string' } } as const;
const { values } = readCommandLine({ usage, options });

const run = (): void => {
  const { environment = 'sandbox' } = values;
  const plane = readAwsFile(home);
  if (!plane?.functions)
    throw new BadConfiguration(
      'No data plane runs from this folder: start it with `npm start -- data`.',
    );
  const assembly = readAssembly(join(home, 'cdk.out'));
  if (!assembly.environments.includes(environment))
    throw new BadConfiguration(`--environment must be one of ${assembly.environments.join(', ')}.`);
  const folder = join(home, 'cdk.out', `assembly-${environment}`);
  const host = values.host ?? hostFor(plane.host);
  const endpoint = `http://${host}:${new URL(plane.endpoint).port}`;
  const [api, others] = templatesIn(folder);
  const files = samFiles(
    api,
    others,
    functionsOf(assembly),
    plane.functions,
    endpoint,
    plane.endpoint,
  );
  // Beside the template that it is made of, since that names bundles by its own folder.
  const [template, variables] = [
    join(folder, 'sam.template.json'),
    join(home, `sam-${environment}.json`),
  ];
  writeWhole(template, files.template);
  writeWhole(variables, files.variables);
  const path = (file: string) => relative('.', file);
  // Docker Desktop knows the name by itself, Docker on Linux does not.
  const added = host === hostOfContainers ? [`--add-host ${host}:host-gateway`] : [];
  const command = [
    `sam local start-api -t ${path(template)} --env-vars ${path(variables)}`,
    ...added,
  ];
  process.stdout.write(`${command.join(' ')}\n`);
};

/** The template of the public API, whose name is before the dashboard's, and the others. */
const templatesIn = (folder: string) => {
  const texts = readdirSync(folder)
    .filter((name) => name.endsWith('.template.json') && name !== 'sam.template.json')
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  const api = texts.find((text) => text.includes('"AWS::ApiGateway::RestApi"'));
  if (!api) throw new BadConfiguration(`No template in ${folder} has a REST API.`);
  return [
    JSON.parse(api),
    texts.filter((text) => text !== api).map((text) => JSON.parse(text)),
  ] as const;
};

try {
  run();
} catch (error) {
  process.stderr.write(
    error instanceof BadConfiguration ? `${error.message}\n` : `${(error as Error).stack}\n`,
  );
  process.exitCode = 1;
}
