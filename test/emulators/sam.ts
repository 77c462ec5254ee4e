import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readCommandLine } from '../../bin/command-line.ts';
import { everyRoute } from '../../functions/app/routes.ts';
import type { Route } from '../../functions/core/route.ts';
import { startScript } from '../../local/test/helpers/processes.ts';
import { until } from '../../local/test/helpers/until.ts';
import { pythonWith, run, takes } from '../helpers/programs.ts';
import { folder, start } from '../helpers/started.ts';

readCommandLine({
  usage: `npm run check:outside -- sam

Reads the files for SAM with SAM’s own code.`,
});

// The files and the command of `npm run ops -- sam:env`, as SAM's own code reads them before it starts a container:
// `npm run check:outside -- sam`. SAM is installed into .build/sam once.

takes('npm run check:outside -- sam', ['python3']);
const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const python = await pythonWith(path('../../.build/sam'), ['aws-sam-cli==1.170.0']);

/** The credentials of a shell, which no function may get. */
const shell = {
  AWS_ACCESS_KEY_ID: 'mine',
  AWS_SECRET_ACCESS_KEY: 'mine',
  AWS_SESSION_TOKEN: 'mine',
};

before(async () => {
  const plane = start({}, 'data', '--port', '0', '--host', '0.0.0.0');
  await until(
    () => plane.stdout().includes('sam:env') || plane.child.exitCode !== null,
    'the data plane answers',
  );
});

for (const environment of ['sandbox', 'live'])
  test(`SAM reads the files of ${environment} without a warning, and finds every route and function`, async () => {
    const script = startScript('bin/ops/sam-env.ts', ['--environment', environment], folder);
    assert.equal(await script.ended, 0, script.stderr());
    const [sam, local, command, ...args] = script.stdout().trim().split(' ');
    assert.deepEqual([sam, local, command], ['sam', 'local', 'start-api']);
    const said = await run(python, [path('sam.py'), ...args], { cwd: folder, env: shell });
    const read = JSON.parse(said.trim().split('\n').at(-1) ?? '');
    // The one that it has for every template with an authorizer.
    const own = (read.warnings as string[]).filter(
      (warning) => !warning.includes('100% fidelity between authorizers'),
    );
    assert.deepEqual(own, []);
    assert.deepEqual(read.hosts, { 'host.docker.internal': 'host-gateway' });
    const reachable = (everyRoute as readonly Route[]).filter((route) =>
      route.reachable.includes('api'),
    );
    const named = (read.routes as { path: string; methods: string[] }[]).flatMap((route) =>
      route.methods.map((method) => `${method} ${route.path}`),
    );
    assert.deepEqual(
      named.sort(),
      reachable.map((route) => `${route.method} ${route.path}`).sort(),
    );
    const names = Object.values<{ name: string }>(read.functions).map(({ name }) => name);
    for (const route of read.routes)
      assert.ok(names.includes(route.function), `${route.function} is not in the template`);
    const declared = JSON.parse(
      readFileSync(join(folder, '.local', `sam-${environment}.json`), 'utf8'),
    );
    for (const [id, variables] of Object.entries<Record<string, string>>(declared)) {
      const made = read.functions[id] ?? assert.fail(id);
      assert.ok(made.is_invoked_by_name, `${made.name} is found by its name`);
      assert.partialDeepStrictEqual(made.variables, variables);
    }
  });
