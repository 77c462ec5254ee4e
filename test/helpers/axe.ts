import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Nothing that axe calls serious or critical is on the page. It is evaluated by the debugger, which no policy binds. */
export const assertAccessible = async (page: Page, what: string): Promise<void> => {
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(source);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(of: unknown, options: object): Promise<AxeResults> } }).axe.run(
      (globalThis as unknown as { document: unknown }).document,
      { resultTypes: ['violations'] },
    ),
  );
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`);
  assert.deepEqual(serious, [], what);
};
