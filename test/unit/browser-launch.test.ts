import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { system as here } from '../../local/test/helpers/processes.ts';
import { launchOptions } from '../helpers/chromium.ts';
import { test } from '../helpers/tests.ts';

for (const [browser, system] of [
  ['chrome', 'linux-x64'],
  ['chrome', 'linux-arm64'],
  ['chrome', 'darwin-arm64'],
  ['chrome', 'win32-x64'],
] as const)
  test(`BROWSER=${browser} launches the installed one on ${system}, with its sandbox`, async () => {
    const { channel, executablePath, args = [] } = await launchOptions(browser, system);
    assert.deepEqual([channel, executablePath], ['chrome', undefined]);
    assert.deepEqual(
      args.filter((arg) => /sandbox|headless|zygote/.test(arg)),
      [],
    );
  });

// Desktops and editors set the variable for programs that open a page.
for (const browser of [undefined, '', 'firefox', '/usr/share/code/helpers/browser.sh'])
  test(`BROWSER=${browser} launches the packaged one where it is built`, async () => {
    if (here !== 'linux-x64') return;
    const { channel, executablePath = '' } = await launchOptions(browser, 'linux-x64');
    assert.equal(channel, undefined);
    assert.ok(existsSync(executablePath), executablePath);
  });

for (const system of ['darwin-arm64', 'darwin-x64', 'win32-x64', 'linux-arm64'])
  test(`without it a sentence says what to set on ${system}`, () =>
    assert.rejects(launchOptions(undefined, system), {
      message: /linux-x64: install Chrome, and set BROWSER=chrome\.$/,
    }));
