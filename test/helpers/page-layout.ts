import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Locator, Page } from 'playwright-core';

/** Where elements are, in pixels, all at one moment: a page may still grow. */
export const boxesOf = (elements: Locator): Promise<Box[]> =>
  elements.evaluateAll((all) =>
    all.map((one) => (one as unknown as Measured).getBoundingClientRect().toJSON()),
  );

type Box = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};
type Measured = { getBoundingClientRect(): { toJSON(): Box } };

/** Between which pixels the texts of elements are. */
export const textEdgesOf = (
  elements: Locator,
): Promise<{ readonly left: number; readonly right: number }[]> =>
  elements.evaluateAll((all) =>
    all.map((one) => {
      const text = (one as unknown as Written).ownerDocument.createRange();
      text.selectNodeContents(one);
      const { left, right } = text.getBoundingClientRect();
      return { left: Math.round(left), right: Math.round(right) };
    }),
  );

type Written = { readonly ownerDocument: { createRange(): TextRange } };
type TextRange = {
  selectNodeContents(of: unknown): void;
  getBoundingClientRect(): { readonly left: number; readonly right: number };
};

/** Nothing is wider than the page. */
export const assertFits = async (page: Page, what: string): Promise<void> => {
  const wider = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  assert.ok(Number(wider) <= 0, `${what} is ${wider} px wider than the page`);
};

/** Watches the list of a page from now on; the answer asks for the fewest rows that it has had at any moment. */
export const watchRows = async (page: Page): Promise<() => Promise<unknown>> => {
  await page.evaluate(`{
    const rows = () => document.querySelectorAll('tbody tr:has(a)').length;
    globalThis.fewestRows = rows();
    globalThis.rowsObserver?.disconnect();
    globalThis.rowsObserver = new MutationObserver(() => (fewestRows = Math.min(fewestRows, rows())));
    rowsObserver.observe(document.body, { childList: true, subtree: true });
  }`);
  return () => page.evaluate('fewestRows');
};

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Axe finds nothing on the page, of whatever impact. It is evaluated by the debugger, which no policy binds. */
export const assertAccessible = async (page: Page, what: string): Promise<void> => {
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(source);
  // Said where it was found: the whole of a result is as large as the page.
  const found = await page.evaluate(async () => {
    const { axe, document } = globalThis as unknown as Looked;
    const { violations } = await axe.run(document, { resultTypes: ['violations'] });
    return violations.map(
      ({ id, impact, nodes }) =>
        `${id} (${impact}): ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`,
    );
  });
  assert.deepEqual(found, [], what);
};

type Looked = {
  readonly axe: { run(of: unknown, options: object): Promise<AxeResults> };
  readonly document: unknown;
};
