import type { Page } from 'playwright-core';
import { assertAccessible, assertFits } from './page-layout.ts';

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
