import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { BadConfiguration } from '../../../local/errors.ts';
import { isAlive } from '../../../local/test/helpers/processes.ts';
import { until } from '../../../local/test/helpers/until.ts';
import {
  aKey,
  at,
  type StorageMachine,
  startStorageMachine,
} from '../../helpers/storage-machine.ts';
import { bucket } from '../../helpers/storage-template.ts';

const scratch = mkdtempSync(join(tmpdir(), 'kept-'));
const folder = join(scratch, 'data');
const objects = join(folder, 'storage', bucket);
const children: ChildProcess[] = [];
const machines: StorageMachine[] = [];
const start = async (): Promise<StorageMachine> => {
  const machine = await startStorageMachine(folder);
  machines.push(machine);
  return machine;
};
after(async () => {
  for (const machine of machines) await machine.stop();
  for (const child of children) child.kill('SIGKILL');
  await until(() => children.every(({ pid = 0 }) => !isAlive(pid)), 'no process is left');
  rmSync(scratch, { recursive: true });
});

const put = (machine: StorageMachine, key: string, Body: string) =>
  machine.client().send(new PutObjectCommand({ ...at(key), Body, ContentType: 'image/png' }));

const get = async (machine: StorageMachine, key: string, VersionId?: string) => {
  const { Body, ...rest } = await machine
    .client()
    .send(new GetObjectCommand({ ...at(key), VersionId }));
  return { ...rest, text: await Body?.transformToString() };
};

test('every version is there after a restart, and later ones are newer', async () => {
  const key = aKey();
  const first = await start();
  const { VersionId, ETag } = await put(first, key, 'one\ntwo');
  await first.stop();
  const second = await start();
  const { text, ContentType, ...rest } = await get(second, key);
  assert.deepEqual(
    [text, ContentType, rest.VersionId, rest.ETag],
    ['one\ntwo', 'image/png', VersionId, ETag],
  );
  await put(second, key, 'three');
  await second.stop();
  const third = await start();
  assert.deepEqual(
    [(await get(third, key)).text, (await get(third, key, VersionId)).text],
    ['three', 'one\ntwo'],
  );
  await third.stop();
});

/** A machine in a process of its own, and a link into it. */
const machineApart = async (key: string) => {
  const module = new URL('../../helpers/storage-machine.ts', import.meta.url).href;
  const code = `
    import { startStorageMachine } from ${JSON.stringify(module)};
    const machine = await startStorageMachine(${JSON.stringify(folder)});
    const facts = { content_type: 'image/png', size_bytes: 1000000 };
    const links = [];
    for (const key of ${JSON.stringify([`${key}-whole`, key])})
      links.push(await (await machine.signer()).signUpload({ key, ...facts }, new Date()));
    console.log(JSON.stringify(links));
    setInterval(() => {}, 1000);`;
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    // It is killed, and what it wrote beside its data goes with the test's folder.
    env: { ...env, TMPDIR: scratch },
    stdio: [...stdio],
  });
  children.push(child);
  const [line] = await once(child.stdout ?? assert.fail(), 'data');
  return {
    child,
    links: JSON.parse(String(line)) as { url: string; headers: Record<string, string> }[],
  };
};

test('kill -9 leaves what was answered, and nothing of what was not', async () => {
  const key = aKey();
  const { child, links } = await machineApart(key);
  const [whole, cut] = [links[0] ?? assert.fail(), links[1] ?? assert.fail()];
  const body = Buffer.alloc(1_000_000, 'a');
  assert.equal(
    (await fetch(whole.url, { method: 'PUT', headers: whole.headers, body })).status,
    200,
  );
  const sending = request(cut.url, {
    method: 'PUT',
    headers: { ...cut.headers, 'content-length': 1_000_000 },
  });
  sending.on('error', () => undefined);
  await new Promise((sent) => sending.write(body.subarray(0, 900_000), sent));
  child.kill('SIGKILL');
  await once(child, 'exit');
  writeFileSync(join(objects, '1-1.part'), 'half');
  const machine = await start();
  assert.equal((await get(machine, `${key}-whole`)).text, body.toString());
  await assert.rejects(machine.client().send(new HeadObjectCommand(at(key))), { name: 'NotFound' });
  assert.deepEqual(
    readdirSync(objects).filter((name) => name.endsWith('.part')),
    [],
  );
  await machine.stop();
});

test('a file that is no object of ours ends the start with a sentence', async () => {
  const strange = join(objects, 'strange');
  writeFileSync(strange, 'not ours');
  const refused = (error: Error) =>
    error instanceof BadConfiguration && /npm run local:reset/.test(error.message);
  await assert.rejects(start(), refused);
  rmSync(strange);
});
