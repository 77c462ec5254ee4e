import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../local/test/helpers/until.ts';
import { aVisitor, theDashboard } from '../helpers/dashboard.ts';
import { assertSignInPage, signIn } from '../helpers/sign-in-page.ts';

const dashboard = await theDashboard();

test('a wrong password is rejected with the e-mail address kept, it can be shown, and after too many it says when to try again', async (t) => {
  const page = await aVisitor(t, dashboard, '/sandbox/customers');
  const email = page.getByLabel('E-mail address');
  const password = page.getByLabel('Password');
  await email.fill('stranger@example.com');
  await password.fill('not the password');
  await page.getByRole('button', { name: 'Show password' }).click();
  assert.equal(await password.getAttribute('type'), 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  assert.equal(await password.getAttribute('type'), 'password');
  const said: string[] = [];
  // The first pause ends after a second, which a busy machine may take for a page; each further one is twice as long.
  while (said.at(-1)?.startsWith('Too many') !== true && said.length < 12) {
    await password.fill('not the password');
    await Promise.all([
      page.waitForEvent('load'),
      page.getByRole('button', { name: 'Sign in' }).click(),
    ]);
    said.push(await page.getByRole('alert').innerText());
    assert.equal(await email.inputValue(), 'stranger@example.com');
  }
  assert.equal(said.pop(), 'Too many attempts. Try again in 1 minute.');
  assert.ok(said.length >= 5, `${said.length} attempts`);
  assert.deepEqual(new Set(said), new Set(['Incorrect username or password.']));
});

test('a forgotten password is replaced with a code; rules are ticked before they are broken; each page in German too', async (t) => {
  const page = await aVisitor(t, dashboard, '/live/customers');
  // The product's name and mark, as the header of the dashboard has them.
  await page.getByRole('img', { name: 'Financial Services' }).waitFor();
  assert.equal(await page.title(), 'Sign in · Financial Services');
  await page.getByLabel('E-mail address').fill(dashboard.email);
  await assertSignInPage(page, 'the sign-in');
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await page.getByRole('heading', { name: 'Reset your password' }).waitFor();
  assert.equal(await page.getByLabel('E-mail address').inputValue(), dashboard.email);
  await assertSignInPage(page, 'asking for a code');
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByText(`If ${dashboard.email} has an account here`).waitFor();
  await assertSignInPage(page, 'the code');
  const sent = new RegExp(`The code (\\d{6}) lets ${dashboard.email} choose another password`);
  const [, code = ''] = await until(() => sent.exec(dashboard.printed()), 'the code is printed');
  await page.getByLabel('Code').fill(code);
  const own = page.getByLabel('New password', { exact: true });
  const kept = page.locator('li.kept');
  await own.fill('lower');
  assert.deepEqual(
    [await page.getByRole('listitem').count(), await kept.allInnerTexts()],
    [5, ['a lowercase letter']],
  );
  await own.fill(dashboard.password);
  assert.equal(await kept.count(), 5);
  await page.getByLabel('New password, again').fill(dashboard.password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Your password was changed.').waitFor();
  assert.equal(await page.getByLabel('E-mail address').inputValue(), dashboard.email);
  // As the dashboard asks for it, where German is chosen.
  const german = new URL(page.url());
  german.pathname = '/login';
  german.searchParams.set('lang', 'de');
  await page.goto(german.href);
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
  await page.getByRole('button', { name: 'Passwort vergessen?' }).click();
  await page.getByRole('button', { name: 'Code senden' }).waitFor();
  await page.getByRole('button', { name: 'Zurück zur Anmeldung' }).click();
  await page.getByLabel('E-Mail-Adresse').fill(dashboard.email);
  await page.getByLabel('Passwort').fill(dashboard.password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
  const home = page.getByRole('link', { name: 'Financial Services' }).first();
  assert.equal(await home.locator('img').getAttribute('src'), '/icon.svg');
  assert.equal(await page.title(), 'Customers · Production · Financial Services');
  await page.setViewportSize({ width: 820, height: 900 });
  const widths = await page
    .getByText('Financial Services', { exact: true })
    .evaluateAll((all) =>
      (all as unknown as Shown[]).map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
    );
  assert.ok(widths.length > 0 && widths.every((beyond) => beyond <= 0), 'the name is cut');
});

type Shown = { readonly scrollWidth: number; readonly clientWidth: number };

test('signing in leads back to the requested page with its filters, also where the browser forbids to store choices', async (t) => {
  const page = await aVisitor(t, dashboard, '/sandbox/deliveries?status=failed');
  await page.getByLabel('E-mail address').waitFor();
  assert.equal(new URL(page.url()).searchParams.get('lang'), 'en');
  const thrown: string[] = [];
  page.on('pageerror', ({ message }) => thrown.push(message));
  await page.addInitScript(
    "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no'); } })",
  );
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const delayed = Promise.withResolvers<void>();
  await page.route('**/assets/first-*.js', async (route) => {
    await delayed.promise;
    await route.continue();
  });
  const signedIn = signIn(page, dashboard);
  // Before its scripts the page has its bar. Meanwhile the code is exchanged, and nothing else is asked of the sign-in page.
  await page.locator('#root .shell img').waitFor();
  await until(() => requests.includes('/oauth2/token'), 'the code is exchanged');
  const others = requests.filter(
    (path) => path.includes('well-known') || path === '/settings.json',
  );
  assert.deepEqual(others, ['/settings.json']);
  delayed.resolve();
  await signedIn;
  await page.getByRole('heading', { level: 1, name: 'Deliveries' }).waitFor();
  await page.getByRole('button', { name: dashboard.email }).click();
  const reloaded = page.waitForEvent('load');
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
  await reloaded;
  await page.getByRole('heading', { level: 1, name: 'Deliveries' }).waitFor();
  assert.deepEqual([new URL(page.url()).search, thrown], ['?status=failed', []]);
});
