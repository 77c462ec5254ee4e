import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import type { Dashboard } from './dashboard.ts';
import { assertAccessible, assertFits } from './page-layout.ts';

/** The requests of a page, by their receiver. */
type PageRequest = { readonly url: string; readonly headers: Readonly<Record<string, string>> };

/** A customer's phone at an address: the page, what it asked of whom, and what its policy refused or its script threw. */
export const aPhone = async (
  t: TestContext,
  { browser }: Dashboard,
  address: string,
  locale = 'en-GB',
) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
    locale,
  });
  context.setDefaultTimeout(120_000);
  t.after(() => context.close());
  const page = await context.newPage();
  const [asked, faults]: [PageRequest[], string[]] = [[], []];
  page.on('request', (request) => asked.push({ url: request.url(), headers: request.headers() }));
  page.on(
    'console',
    (message) => /Content Security Policy/.test(message.text()) && faults.push(message.text()),
  );
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(address);
  return { page, asked, faults };
};

/** A picture that every document may be. */
export const passport = 'test/fixtures/documents/passport.jpg';

const send = async (page: Page, heading: string) => {
  const proof = page.locator('.proof', { has: page.getByRole('heading', { name: heading }) });
  await proof.getByLabel('Choose a file').setInputFiles(passport);
  await proof.getByRole('img', { name: 'Preview of passport.jpg' }).waitFor();
  await proof.getByRole('button', { name: 'Send this file' }).click();
  await proof.waitFor({ state: 'detached' });
};

/** Sends the documents that are asked under these headings, and then all for verification, until the page says the result. */
export const sendForVerification = async (
  page: Page,
  headings: readonly string[],
  result: string,
) => {
  for (const heading of headings) await send(page, heading);
  await assertAccessible(page, 'what is complete');
  await assertFits(page, 'what is complete');
  await page.getByRole('button', { name: 'Send for verification' }).click();
  await page.getByText(result).waitFor();
};
