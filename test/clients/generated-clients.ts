import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPythonClient, pythonBuilders } from '../../client/python/build.ts';
import { type ProgramOptions, run as runIn } from '../helpers/programs.ts';

/** Where the tools are installed, and the clients generated. */
export const folder = fileURLToPath(new URL('../../.build/clients/', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));
const python = join(folder, 'tools/python/bin/python');
/** The Python that has the wheel of this repository's client alone. */
const installed = join(folder, 'wheel/bin/python');
const jar = join(folder, 'tools/openapi-generator-cli-7.25.0.jar');

/** A generated client. */
export type Client = {
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

/** The clients, each with what installs, generates, compiles and plays it. */
export const clients: readonly Client[] = [
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
