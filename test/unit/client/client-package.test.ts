import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleClient, stageClient } from '../../../client/build.ts';
import manifest from '../../../client/package.json' with { type: 'json' };
import { product } from '../../../client/src/product.ts';
import { newWebhookSecret, sign } from '../../../functions/delivery/webhooks/signing.ts';
import { codeBelow } from '../../client/readme.ts';
import { after, before, describe, test } from '../../helpers/tests.ts';

describe('the package of the client', () => {
  mkdirSync('.build', { recursive: true });
  const folder = mkdtempSync('.build/client-package-');
  const installed = join(folder, 'node_modules', manifest.name);
  after(() => rmSync(folder, { recursive: true }));
  before(async () => {
    stageClient(join(folder, 'staged'));
    await bundleClient(join(folder, 'staged'), join(installed, 'dist'));
    cpSync('client/package.json', join(installed, 'package.json'));
  });

  test('has no dependency: it loads one module of Node, which verifies deliveries', () => {
    const esm = readFileSync(join(installed, 'dist', 'index.js'), 'utf8');
    const cjs = readFileSync(join(installed, 'dist', 'index.cjs'), 'utf8');
    assert.deepEqual(
      [...esm.matchAll(/^import .* from "(.*)"/gm)].map(([, from]) => from),
      ['node:crypto'],
    );
    assert.deepEqual(
      [...cjs.matchAll(/\brequire\("(.*?)"\)/g)].map(([, from]) => from),
      ['node:crypto'],
    );
    assert.ok(!('dependencies' in manifest));
    assert.ok(esm.length < 23_000, `${esm.length} bytes`);
  });

  test('names itself as package.json does', () =>
    assert.equal(product, `${manifest.name}/${manifest.version}`));

  test('prints types that name nothing which is not printed', () => {
    const contract = readFileSync(join(folder, 'staged', 'contract.ts'), 'utf8');
    assert.doesNotMatch(contract, /\bzod\b|functions\/|\$ref/);
    assert.match(
      contract,
      /readonly create: \(input: \{[^}]*body: \w+Create\b[^;]*; idempotencyKey\?: string/,
    );
    const event =
      /^export type CardFrozenEvent = \{\n(.*?)^\};/ms.exec(contract)?.[1] ?? assert.fail();
    for (const member of ['type: "card.frozen";', 'data: Card;', 'previous: null;'])
      assert.ok(event.includes(member), member);
  });

  test('takes events behind API Gateway, as its README says', async (t) => {
    const { mock: log } = t.mock.method(console, 'log', () => undefined);
    const recipe = join(folder, 'handler.mjs');
    writeFileSync(recipe, codeBelow('Behind API Gateway'));
    const { handler } = await import(pathToFileURL(recipe).href);
    const secret = newWebhookSecret();
    process.env.WEBHOOK_SECRET = secret;
    t.after(() => delete process.env.WEBHOOK_SECRET);
    const body = JSON.stringify({ id: 'evt_1', type: 'card.frozen', data: { nickname: 'Zoë' } });
    const headers = { ...sign('evt_1', new Date(), body, [secret]) };
    const encoded = Buffer.from(body).toString('base64');
    assert.deepEqual(await handler({ body, isBase64Encoded: false, headers }), { statusCode: 204 });
    assert.deepEqual(await handler({ body: encoded, isBase64Encoded: true, headers }), {
      statusCode: 204,
    });
    assert.deepEqual(
      log.calls.map((call) => call.arguments),
      [
        ['card.frozen', 'evt_1'],
        ['card.frozen', 'evt_1'],
      ],
    );
    assert.deepEqual(await handler({ body: `${body} `, isBase64Encoded: false, headers }), {
      statusCode: 400,
    });
    assert.deepEqual(await handler({ body: null, isBase64Encoded: false, headers: {} }), {
      statusCode: 400,
    });
  });
});
