import type { Page } from 'playwright-core';

/** Opens a picker with a search and waits until it takes what is typed: the code of choices is loaded on demand. */
export const openSearch = async (page: Page, picker: string): Promise<void> => {
  await page.getByRole('button', { name: new RegExp(`^${picker}`) }).click();
  await page.getByRole('combobox').and(page.locator(':focus')).waitFor();
};

/** Types a part of a name into a picker and takes what it offers. */
export const choose = async (
  page: Page,
  picker: string,
  typed: string,
  option: string,
): Promise<void> => {
  await openSearch(page, picker);
  await page.keyboard.type(typed);
  await page.getByRole('option', { name: option }).click();
};
