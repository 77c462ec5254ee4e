import type { Page } from 'playwright-core';

/** Types a part of a name into a picker and takes what it offers. */
export const choose = async (
  page: Page,
  picker: string,
  typed: string,
  option: string,
): Promise<void> => {
  await page.getByRole('button', { name: new RegExp(`^${picker}`) }).click();
  await page.keyboard.type(typed);
  await page.getByRole('option', { name: option }).click();
};
