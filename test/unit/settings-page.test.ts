import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { environments } from '../../lib/environments.ts';
import { chosenEnvironments } from '../../lib/settings.ts';
import { printSettingsPage, printSettingsSchema } from '../../lib/settings-page.ts';
import { after, test } from '../helpers/tests.ts';

const folder = mkdtempSync(join(tmpdir(), 'settings-'));

after(() => rmSync(folder, { recursive: true }));

test('the page of the settings and its schema are printed', () => {
  const sentence = 'The page is old: run `npm run ops -- settings --page`.';
  assert.equal(readFileSync('docs/operate/settings.md', 'utf8'), printSettingsPage(), sentence);
  assert.equal(
    readFileSync('docs/operate/settings.schema.json', 'utf8'),
    printSettingsSchema(),
    sentence,
  );
});

test('the schema for editors takes what is deployed, and refuses what a deployment would refuse', () => {
  const valid = addFormats
    .default(new Ajv2020({ strict: false }))
    .compile(JSON.parse(printSettingsSchema()));
  for (const { name: _, protectData: __, ...settings } of Object.values(environments))
    assert.ok(
      valid({ $schema: 'settings.schema.json', ...settings }),
      JSON.stringify(valid.errors),
    );
  for (const wrong of [{ throttel: 1 }, { throttle: { rate: 0, burst: 1 } }, { cardIssuer: 'me' }])
    assert.equal(valid(wrong), false, JSON.stringify(wrong));
});

test('a folder has the settings of its environments, and those of the command line win', () => {
  const [throttle, other] = [300, 400].map((rate) => ({ rate, burst: 600 }));
  writeFileSync(
    join(folder, 'live.json'),
    JSON.stringify({ $schema: 'settings.schema.json', throttle, trailDays: 30 }),
  );
  const [sandbox, live] = chosenEnvironments({ environments: folder });
  assert.deepEqual(sandbox, environments.sandbox);
  assert.deepEqual(live, { ...environments.live, throttle, trailDays: 30 });
  const [, changed] = chosenEnvironments({
    environments: folder,
    settings: { live: { throttle: other } },
  });
  assert.deepEqual(changed, { ...environments.live, throttle: other, trailDays: 30 });
});

test('a folder without settings, or with wrong ones, is refused with a sentence', () => {
  const wrong = mkdtempSync(join(folder, 'wrong-'));
  assert.throws(
    () => chosenEnvironments({ environments: wrong }),
    /neither sandbox\.json nor live\.json/,
  );
  writeFileSync(join(wrong, 'live.json'), '{');
  assert.throws(() => chosenEnvironments({ environments: wrong }), /live\.json must be JSON/);
  writeFileSync(join(wrong, 'live.json'), '{"trottle": {"rate": 1, "burst": 1}}');
  assert.throws(
    () => chosenEnvironments({ environments: wrong }),
    /settings\.live\.trottle must be .*did you mean throttle\?/,
  );
});
