import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { saveScreening } from '../../functions/identity/screenings/table.ts';
import { isSoak } from '../helpers/crash-points.ts';
import { anOperator, type Dashboard, theDashboard } from '../helpers/dashboard.ts';
import { aStoredAuthorization } from '../helpers/fixtures/authorizations.ts';
import { aStoredCard } from '../helpers/fixtures/cards.ts';
import { aRecordedRequest } from '../helpers/fixtures/requests.ts';
import { aFirstScreening, aMatch } from '../helpers/fixtures/screenings.ts';
import { assertAccessible, assertFits } from '../helpers/page-layout.ts';
import { goTo, loaded, openFilters } from '../helpers/page-navigation.ts';

const dashboard = await theDashboard();

const phone_px = 360;

/** Every width in both colour schemes. */
const looks = [1280, 820, phone_px].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

/** Axe looks at a page in one of them, at the next page in the next; in the soak at every page in all. */
const looksAt = (nth: number) => (isSoak ? looks : looks.slice(nth % looks.length).slice(0, 1));

/** One of everything, so that no page is empty. */
const someOfAll = async ({ call, tenantId: tenant_id, tables }: Dashboard) => {
  const post = async (path: string, body: unknown) => {
    const answer = await call.sandbox({ method: 'POST', path, body });
    assert.ok(answer.status < 300, answer.text);
    return answer.body;
  };
  const webhook = await post('/webhooks', {
    url: 'http://127.0.0.1:1024/<img/src=x/onerror=alert(1)>',
  });
  const customer = await post('/customers', {
    type: 'individual',
    first_name: 'Ada',
    last_name: '<script>document.title = "injected"</script>',
  });
  const document = await post(`/customers/${customer.id}/documents`, {
    type: 'passport',
    content_type: 'image/png',
    size_bytes: 1_000,
    file_name: '<img src=x onerror=alert(1)>.png',
  });
  const verification = await post(`/customers/${customer.id}/verifications`, { level: 'standard' });
  const accepted = { accepted_at: '2026-11-20T15:04:05Z', ip: '203.0.113.7' };
  await post(`/customers/${customer.id}/agreements`, {
    document: 'card_user_terms',
    version: '1',
    ...accepted,
  });
  const delivery = await post(`/webhooks/${webhook.id}/test`, {});
  const { put, close } = tables();
  const hostile = '<img src=x onerror=alert(1)>';
  const merchant = { name: hostile, category: '5411', country: 'GB', network_id: null };
  const card = await aStoredCard({ tenant_id, put }, { customer_id: customer.id });
  const { card_id, id: authorization_id } = await aStoredAuthorization(
    { tenant_id, put },
    { merchant },
    card,
  );
  const found = aFirstScreening({ tenant_id, customer_id: customer.id }, [
    aMatch({ name: hostile, url: hostile }),
  ]);
  // The finding has the version that the lists have here: a sweep searches for others again, which
  // would replace the finding.
  const screening = { ...found, list_version: 'simulator' };
  await put([saveScreening(screening, undefined)]);
  const { request_id } = await aRecordedRequest({ tenant_id, put });
  close();
  return {
    request_id,
    webhook,
    customer,
    document,
    verification,
    screening,
    delivery,
    card_id,
    authorization_id,
  };
};

const resources = await someOfAll(dashboard);

const paths = [
  'sandbox/home',
  'sandbox/configure',
  'sandbox/configure/api-keys',
  'sandbox/configure/api-keys/new',
  'sandbox/configure/people',
  'sandbox/webhooks',
  'sandbox/webhooks/new',
  `sandbox/webhooks/${resources.webhook.id}`,
  `sandbox/webhooks/${resources.webhook.id}/edit`,
  'sandbox/deliveries',
  `sandbox/deliveries/${resources.delivery.id}`,
  'sandbox/events',
  'sandbox/requests',
  `sandbox/requests/${resources.request_id}`,
  `sandbox/events/${resources.delivery.event_id}`,
  'sandbox/customers',
  'sandbox/customers/new',
  `sandbox/customers/${resources.customer.id}`,
  `sandbox/customers/${resources.customer.id}/edit`,
  `sandbox/customers/${resources.customer.id}/timeline`,
  `sandbox/customers/${resources.customer.id}/documents`,
  `sandbox/customers/${resources.customer.id}/documents/new`,
  `sandbox/customers/${resources.customer.id}/verifications`,
  `sandbox/customers/${resources.customer.id}/features`,
  `sandbox/customers/${resources.customer.id}/agreements`,
  `sandbox/customers/${resources.customer.id}/cards`,
  `sandbox/documents/${resources.document.id}`,
  `sandbox/verifications/${resources.verification.id}`,
  `sandbox/customers/${resources.customer.id}/screenings`,
  `sandbox/screenings/${resources.screening.id}`,
  'sandbox/screenings',
  'sandbox/documents',
  'sandbox/verifications',
  'sandbox/cards',
  'sandbox/cards/new',
  `sandbox/cards/${resources.card_id}`,
  'sandbox/authorizations',
  `sandbox/authorizations/${resources.authorization_id}`,
  'sandbox/transactions',
  'sandbox/authorization-endpoint',
  'sandbox/authorization-endpoint/edit',
  'sandbox/simulator',
  'sandbox/reference',
  'sandbox/nowhere',
  'sandbox/customers/cus_00000000000000000000000000',
  // The other environment comes last: to change it loads the page.
  'live/home',
  'live/configure/people',
  'live/reviews',
];

/** Injected markup, by the page that must show it as text. */
const injected = new Map<string, string>([
  [`sandbox/authorizations/${resources.authorization_id}`, '<img src=x onerror=alert(1)>'],
  [`sandbox/customers/${resources.customer.id}`, resources.customer.last_name],
  [`sandbox/webhooks/${resources.webhook.id}`, resources.webhook.url],
  [`sandbox/documents/${resources.document.id}`, resources.document.file_name],
  [`sandbox/screenings/${resources.screening.id}`, resources.screening.matches[0]?.name ?? ''],
]);

/** Until a page has been drawn as wide and as bright as it is now. */
const drawn = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))';

test('every page in each look: axe finds nothing, nothing wider than the page, nothing blocked by the policy', async (t) => {
  const page = await anOperator(t, dashboard, '/sandbox/home');
  const violations: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) violations.push(message.text());
  });
  page.on('pageerror', (error) => violations.push(error.message));
  const lookAt = async (width: number, colorScheme: 'light' | 'dark') => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await page.evaluate(drawn);
    await loaded(page);
  };
  for (const [nth, path] of paths.entries()) {
    await goTo(page, `/${path}`);
    for (const { width, colorScheme } of looksAt(nth)) {
      const look = `${path} at ${width} px, ${colorScheme},`;
      await lookAt(width, colorScheme);
      await assertAccessible(page, look);
      await assertFits(page, look);
    }
    // Where a page is too wide, it is on a phone.
    if (page.viewportSize()?.width !== phone_px) await lookAt(phone_px, 'dark');
    await assertFits(page, `${path} at ${phone_px} px`);
    assert.notEqual(await page.title(), 'injected', path);
    const text = injected.get(path);
    if (text !== undefined) {
      assert.match(text, /<.*>/, 'the API has changed it');
      assert.ok(
        (await page.locator('body').innerText()).includes(text),
        `${path} does not show ${text}`,
      );
    }
  }
  assert.deepEqual(violations, []);
});

/**
 * The elements that open over a page or beside its fields: where, what presses it, and what is
 * there then.
 */
const opened: readonly (readonly [
  path: string,
  press: (page: Page) => Promise<void>,
  shows: (page: Page) => Locator,
])[] = [
  [
    'sandbox/customers',
    (page) => press(page, 'Columns of customers'),
    (page) => page.getByRole('dialog'),
  ],
  [
    'sandbox/customers',
    async (page) => {
      await openFilters(page);
      await press(page, 'Calendar: From day');
    },
    (page) => page.getByRole('grid', { name: /20\d\d/ }),
  ],
  [
    'sandbox/customers',
    async (page) => {
      await openFilters(page);
      await press(page, /^Status/);
    },
    (page) => page.getByRole('listbox'),
  ],
  [
    'sandbox/customers',
    (page) => search(page, 'Ada'),
    (page) => page.getByRole('option', { name: /^Ada/ }),
  ],
  [
    'sandbox/customers',
    (page) => openPerson(page),
    (page) => page.getByRole('menuitemradio', { name: 'Deutsch' }),
  ],
  [
    `sandbox/customers/${resources.customer.id}`,
    (page) => press(page, /^Suspend/),
    (page) => page.getByRole('dialog'),
  ],
  [
    'sandbox/customers/new',
    (page) => press(page, 'Create customer'),
    (page) => page.locator('[aria-invalid=true]'),
  ],
];

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click();
const search = async (page: Page, text: string) => {
  await press(page, 'Search');
  await page.getByRole('combobox', { name: 'Search' }).fill(text);
};
/** The sections, on a narrow page behind a button. */
const openPerson = async (page: Page) => {
  const opener = page.getByRole('button', { name: 'Open navigation' });
  if (await opener.isVisible()) await opener.click();
  await press(page, dashboard.email);
};

test('what opens over a page in each look: axe finds nothing', async (t) => {
  const page = await anOperator(t, dashboard, '/sandbox/home');
  for (const [nth, [path, open, shows]] of opened.entries())
    for (const { width, colorScheme } of looksAt(nth)) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await goTo(page, '/sandbox/nowhere');
      await goTo(page, `/${path}`);
      await open(page);
      await shows(page).first().waitFor();
      await assertAccessible(page, `${path} with ${open} at ${width} px, ${colorScheme},`);
    }
});
