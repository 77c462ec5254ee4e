import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { readCommandLine } from '../../bin/command-line.ts';
import { buildPythonClient, pythonBuilders } from '../../client/python/build.ts';
import { verifyEvent } from '../../client/src/webhooks.ts';
import { routes } from '../../functions/app/routes.ts';
import { newSigningKeys, sign } from '../../functions/delivery/webhooks/signing.ts';
import { servedText } from '../../lib/document-text.ts';
import { listening } from '../../local/listening.ts';
import type { Local } from '../../local/start.ts';
import { isHere, type ProgramOptions, run as runIn } from '../helpers/programs.ts';
import { aBusiness, startService } from '../helpers/service.ts';

readCommandLine({
  usage: `npm run check:outside -- clients [name …]

Checks the clients in Python, Go and Java.`,
  words: 'any',
});

// Generates clients as strangers do, compiles them, and plays the tour's calls with each against its own service:
// `npm run check:outside -- clients`. The tools are installed into .build/clients once; a client
// without a toolchain here is skipped, and the output says so.

const folder = fileURLToPath(new URL('../../.build/clients/', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));
const documents = fileURLToPath(new URL('../fixtures/documents/', import.meta.url));
const python = join(folder, 'tools/python/bin/python');
/** The Python that has the wheel of this repository's client alone. */
const installed = join(folder, 'wheel/bin/python');
const jar = join(folder, 'tools/openapi-generator-cli-7.25.0.jar');

type Client = {
  readonly name: string;
  /** The programs that have to be on this machine. */
  readonly takes: readonly string[];
  readonly install: () => Promise<void>;
  readonly generate: () => Promise<string>;
  readonly compile: () => Promise<unknown>;
  /** The name that shows an operation, and the file that has it. */
  readonly sources: string;
  readonly operation: (words: readonly string[]) => string;
  /** Plays the calls of the tour, and says the secret of its webhook. */
  readonly play: (env: Record<string, string>) => Promise<string>;
  /** Verifies what was delivered, where the client can. */
  readonly verify?: (deliveries: Deliveries) => Promise<string>;
};

/** A delivery, its body in base64, and the key that verifies it. */
type Delivered = {
  readonly key: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

/** A signature that verifies, and one that is too old. */
type Deliveries = { readonly valid: readonly Delivered[]; readonly old: readonly Delivered[] };

const unknownEvent = '{"id":"evt_1","type":"later.invented","data":{}}';

const run = (
  program: string,
  args: readonly string[],
  more: ProgramOptions = {},
): Promise<string> => runIn(program, args, { cwd: folder, ...more });

const packages = [
  ...pythonBuilders,
  'urllib3==2.8.0',
  'pydantic==2.14.3',
  'python-dateutil==2.9.0.post0',
];

const pythonTools = async () => {
  if (!existsSync(python)) await run('python3', ['-m', 'venv', 'tools/python']);
  await run(python, ['-m', 'pip', 'install', '--quiet', ...packages]);
};

const generatorJar = async () => {
  if (existsSync(jar)) return;
  const artifact = 'org.openapitools:openapi-generator-cli:7.25.0';
  await run('mvn', [
    '-q',
    'dependency:copy',
    `-Dartifact=${artifact}`,
    `-DoutputDirectory=${folder}tools`,
  ]);
};

const generated = (generator: string, output: string, ...more: string[]) =>
  run('java', [
    '-jar',
    jar,
    'generate',
    '-i',
    'openapi.json',
    '-g',
    generator,
    '-o',
    output,
    ...more,
  ]);

/** Imports every module: what a compiler would say of Python is said then. */
const importAll = (packageName: string, root: string, but = ' ', by = python) =>
  run(
    by,
    [
      '-c',
      `import importlib, pkgutil, ${packageName} as p\n` +
        "for m in pkgutil.walk_packages(p.__path__, p.__name__ + '.'):\n" +
        ` if not m.name.endswith('${but}'): importlib.import_module(m.name)`,
    ],
    { env: { PYTHONPATH: join(folder, root) } },
  );

const playPython = (program: string, root: string, env: Record<string, string>) =>
  run(python, [join(here, program)], { env: { ...env, PYTHONPATH: join(folder, root) } });

const pascal = (words: readonly string[]) =>
  words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('');
const camel = (words: readonly string[]) =>
  pascal(words).replace(/^./, (first) => first.toLowerCase());
const snake = (words: readonly string[]) => words.join('_');

const clients: readonly Client[] = [
  {
    name: 'python',
    takes: ['python3'],
    install: pythonTools,
    generate: async () => {
      const wheel = buildPythonClient(folder, python);
      await run('python3', ['-m', 'venv', '--clear', 'wheel']);
      await run(installed, ['-m', 'pip', 'install', '--quiet', `${wheel}[ed25519]`]);
      return '';
    },
    compile: () => importAll('financial_services_client', '', ' ', installed),
    sources: 'python',
    operation: (words) => `${snake(words)}.py\n`,
    play: (env) => run(installed, [join(here, 'python.py')], { env }),
    verify: (deliveries) => {
      writeFileSync(join(folder, 'deliveries.json'), JSON.stringify(deliveries));
      return run(installed, [join(here, 'verify.py'), join(folder, 'deliveries.json')]);
    },
  },
  {
    name: 'oapi-codegen',
    takes: ['go'],
    install: async () => {
      if (existsSync(join(folder, 'tools/go/oapi-codegen'))) return;
      const from = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';
      await run('go', ['install', from], { env: { GOBIN: join(folder, 'tools/go') } });
    },
    generate: async () => {
      mkdirSync(join(folder, 'go/client'), { recursive: true });
      const what = [
        '-generate',
        'types,client',
        '-package',
        'client',
        '-o',
        'go/client/client.gen.go',
      ];
      return run(join(folder, 'tools/go/oapi-codegen'), [...what, 'openapi.json']);
    },
    compile: async () => {
      const cwd = join(folder, 'go');
      cpSync(join(here, 'oapi-codegen.go'), join(cwd, 'main.go'));
      writeFileSync(join(cwd, 'go.mod'), 'module example.com/check\n\ngo 1.24\n');
      await run('go', ['get', 'github.com/oapi-codegen/runtime@v1.8.0'], { cwd });
      await run('go', ['mod', 'tidy'], { cwd });
      await run('go', ['build', '-o', 'play', '.'], { cwd });
    },
    sources: 'go/client',
    operation: (words) => `func (c *ClientWithResponses) ${pascal(words)}WithResponse(`,
    play: (env) => run(join(folder, 'go/play'), [], { env }),
  },
  {
    name: 'openapi-generator python',
    takes: ['java', 'mvn', 'python3'],
    install: async () => {
      await pythonTools();
      await generatorJar();
    },
    generate: () => generated('python', 'openapi-python'),
    // The generator writes the events that we send to endpoints as calls with parameters of no type.
    // Their tag is their own, so they are in a module that nothing imports.
    compile: () => importAll('openapi_client', 'openapi-python', '.webhook_events_api'),
    sources: 'openapi-python/openapi_client/api',
    operation: (words) => `def ${snake(words)}(`,
    play: (env) => playPython('openapi-generator.py', 'openapi-python', env),
  },
  {
    name: 'openapi-generator java',
    takes: ['java', 'mvn'],
    install: generatorJar,
    generate: () => generated('java', 'java', '--library', 'native'),
    compile: async () => {
      const cwd = join(folder, 'java');
      cpSync(join(here, 'openapi-generator.java'), join(cwd, 'src/main/java/Play.java'));
      await run(
        'mvn',
        ['-q', 'compile', 'dependency:build-classpath', '-Dmdep.outputFile=classpath.txt'],
        { cwd },
      );
    },
    sources: 'java/src/main/java/org/openapitools/client/api',
    operation: (words) => ` ${camel(words)}(`,
    play: (env) => {
      const cwd = join(folder, 'java');
      const classes = `target/classes:${readFileSync(join(cwd, 'classpath.txt'), 'utf8').trim()}`;
      return run('java', ['-cp', classes, 'Play'], { cwd, env });
    },
  },
];

/** The names of all files below, and what is in them. */
const textOf = (place: string): string =>
  readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(py|go|java)$/.test(entry.name))
    .map((entry) => `${entry.name}\n${readFileSync(join(entry.parentPath, entry.name), 'utf8')}`)
    .join('\n');

const check = async ({ install, generate, compile, sources, operation }: Client): Promise<void> => {
  await install();
  rmSync(join(folder, sources), { recursive: true, force: true });
  const said = await generate();
  if (/^WARNING|Unable to|has resulted in the removal/m.test(said))
    throw new Error(said.slice(0, 4000));
  const text = textOf(join(folder, sources));
  const lost = routes.filter(({ id }) => !text.includes(operation(id.split(/[.-]/))));
  if (lost.length > 0)
    throw new Error(`Routes that are not in it: ${lost.map(({ id }) => id).join(', ')}`);
  await compile();
};

mkdirSync(join(folder, 'tools'), { recursive: true });
writeFileSync(join(folder, 'openapi.json'), servedText());
// Named ones only, or all: `npm run check:outside -- clients -- oapi-codegen`.
const named = process.argv.slice(2);
const wanted = clients.filter(({ name }) => named.length === 0 || named.includes(name));
const present = wanted.filter(({ takes }) => takes.every(isHere));
for (const { name, takes } of wanted)
  if (!takes.every(isHere)) console.log(`${name}: skipped, it takes ${takes.join(', ')}`);
for (const client of present) {
  await check(client);
  console.log(`${client.name}: ${routes.length} routes, compiled`);
}

/** Takes what is delivered as it comes; its signature is verified once the secret is known. */
const startReceiver = async () => {
  const received: { readonly body: Buffer; readonly headers: IncomingHttpHeaders }[] = [];
  const { port, stop } = await listening(
    createServer(async (request, response) => {
      received.push({ body: await buffer(request), headers: request.headers });
      response.writeHead(204).end();
    }),
  );
  return { url: `http://127.0.0.1:${port}/`, received, stop };
};

/** The printed calls of the tour; documents and cards also change by themselves. */
const toured = [
  ...[
    'customer.created',
    'document.accepted',
    'verification.verified',
    'feature.activated',
    'card.activated',
  ],
  ...['card.authorization_approved', 'card.frozen', 'card.authorization_declined'],
];

const tour = async (local: Local, { play, verify }: Client): Promise<number> => {
  const { baseUrl, secret_key } = await aBusiness(local);
  const receiver = await startReceiver();
  try {
    const WEBHOOK_URL = receiver.url;
    const played = await play({
      BASE_URL: baseUrl,
      API_KEY: secret_key,
      WEBHOOK_URL,
      DOCUMENTS: documents,
    });
    const [key, keys] = [played.trim(), newSigningKeys()];
    const reported = receiver.received.map(
      ({ body, headers }) => verifyEvent(key, body, headers).type,
    );
    const delivered = receiver.received.map(({ body, headers }) => ({
      key,
      headers,
      body: body.toString('base64'),
    }));
    const signedAt = (at: Date, [secret, by]: readonly [string, string]) => ({
      key: by,
      headers: { ...sign('evt_1', at, unknownEvent, [secret]) },
      body: btoa(unknownEvent),
    });
    const pairs = [[key, key] as const, [keys.secret, keys.public_key] as const];
    const early = new Date(Date.now() - 6 * 60_000);
    await verify?.({
      valid: [...delivered, ...pairs.map((pair) => signedAt(new Date(), pair))],
      old: pairs.map((pair) => signedAt(early, pair)),
    });
    const missing = toured.filter((type) => !reported.includes(type as (typeof reported)[number]));
    if (missing.length > 0)
      throw new Error(`No client reported ${missing.join(', ')}, only of ${reported.join(', ')}.`);
    return reported.length;
  } finally {
    await receiver.stop();
  }
};

const local = await startService();
try {
  for (const client of present)
    console.log(
      `${client.name}: played the tour, and ${await tour(local, client)} events were verified`,
    );
} finally {
  await local.stop();
}
