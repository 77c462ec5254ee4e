import type { Page } from 'playwright-core';
import { until } from '../../local/test/helpers/until.ts';
import { assertAccessible, assertFits } from './page-layout.ts';

/** Types e-mail address and password into the sign-in page. */
export const signIn = async (
  page: Page,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> => {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await entered(page);
};

/** A page of the sign-in, at 320 px and in both themes: nothing is wider, and nothing serious is wrong. */
export const assertSignInPage = async (page: Page, what: string): Promise<void> => {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 800 });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await assertAccessible(page, `${what}, ${colorScheme}`);
  }
  await assertFits(page, what);
  if (size) await page.setViewportSize(size);
};

/** The sign-in page has a heading too: only the site says in which environment it is. */
export const entered = async (page: Page): Promise<void> => {
  await page.getByRole('region', { name: 'Environment' }).waitFor();
  await page.getByRole('heading', { level: 1 }).waitFor();
};

/** The password of the n-th invitation. No e-mail is sent from this machine: the service prints it. */
export const passwordSent = async (
  dashboard: { readonly printed: () => string },
  email: string,
  nth: number,
): Promise<string> => {
  const invitation = new RegExp(`Invited ${email}, with the password (\\S+) for`, 'g');
  const sent = await until(() => {
    const all = [...dashboard.printed().matchAll(invitation)];
    return all.length >= nth && all;
  }, 'the invitation is printed');
  return sent[nth - 1]?.[1] ?? '';
};

/** Signs in with the password of an invitation, and chooses another, on a page that may be looked at before. */
export const accept = async (
  visitor: Page,
  email: string,
  password: string,
  lookAt: (page: Page) => Promise<void> = async () => undefined,
): Promise<void> => {
  await visitor.getByLabel('E-mail address').fill(email);
  await visitor.getByLabel('Password').fill(password);
  await visitor.getByRole('button', { name: 'Sign in' }).click();
  const own = `${password}-and-longer`;
  await visitor.getByLabel('New password', { exact: true }).fill(own);
  await visitor.getByLabel('New password, again').fill(own);
  await lookAt(visitor);
  await visitor.getByRole('button', { name: 'Continue' }).click();
};
