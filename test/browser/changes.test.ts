import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, Request } from 'playwright-core';
import { idsAt } from '../../functions/core/new-id.ts';
import { saveCustomer } from '../../functions/identity/customers/table.ts';
import { saveCard } from '../../functions/issuing/cards/table.ts';
import { until } from '../../local/test/helpers/until.ts';
import { anOperator, anOperatorAlone, theDashboard } from '../helpers/dashboard.ts';
import { aCard } from '../helpers/fixtures/cards.ts';
import { anIndividual } from '../helpers/fixtures/customers.ts';
import { arrive, follow, goBack, goTo, loaded } from '../helpers/page-navigation.ts';

const dashboard = await theDashboard();

const aCustomer = async (last_name: string): Promise<string> => {
  const body = { type: 'individual', first_name: 'Ada', last_name };
  return (await dashboard.call.sandbox({ method: 'POST', path: '/customers', body })).body.id;
};

test('a success is reported on its page only, and the newest alone', async (t) => {
  const path = `/sandbox/customers/${await aCustomer('Flash')}`;
  const page = await anOperatorAlone(t, dashboard, path);
  const act = async (verb: string, done: string) => {
    await page.getByRole('button', { name: verb, exact: true }).click();
    const question = page.getByRole('dialog', { name: `${verb} Ada Flash` });
    await question.getByRole('button', { name: verb }).click();
    // The text read out is a copy of the text shown.
    await page.getByText(done).first().waitFor();
  };
  await act('Suspend', 'The customer is suspended.');
  await act('Reactivate', 'The customer is active.');
  const replaced = async () => (await page.getByText('The customer is suspended.').count()) === 0;
  await until(replaced, 'the message before is gone');
  // A person needs longer than this to go on: what an action itself leads to keeps the message.
  await page.evaluate('new Promise((later) => setTimeout(later, 1100))');
  await follow(page.getByRole('link', { name: 'Cards', exact: true }));
  const gone = async () => (await page.getByText('The customer is active.').count()) === 0;
  await until(gone, 'another page does not show it');
  // On its own page it ends by itself.
  await goBack(page);
  await page.clock.install();
  await act('Suspend', 'The customer is suspended.');
  await page.clock.fastForward(11_000);
  await until(replaced, 'the message has ended');
});

test('what does not come back looks so, and its dialog names the thing', async (t) => {
  const url = 'http://127.0.0.1:1024/to-be-deleted';
  const { body } = await dashboard.call.sandbox({
    method: 'POST',
    path: '/webhooks',
    body: { url },
  });
  const page = await anOperator(t, dashboard, `/sandbox/webhooks/${body.id}`);
  const colorOf = (name: string) =>
    page.evaluate(
      `getComputedStyle([...document.querySelectorAll('button')].find((one) => one.innerText === '${name}')).color`,
    );
  await page.getByRole('button', { name: 'Delete', exact: true }).waitFor();
  assert.notEqual(await colorOf('Delete'), await colorOf('Edit'));
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const question = page.getByRole('dialog', { name: `Delete ${url}` });
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('The webhook was deleted.').first().waitFor();
});

test('a group of scopes takes none along that does more than read and write', async (t) => {
  const page = await anOperator(t, dashboard, '/sandbox/configure/api-keys/new');
  await page.getByRole('button', { name: /Scopes/ }).click();
  await page.getByRole('option', { name: /^Cards/ }).click();
  await page.keyboard.press('Escape');
  await page.getByText('cards:write', { exact: true }).first().waitFor();
  assert.equal(await page.getByRole('button', { name: /cards:reveal/ }).count(), 0);
});

test('what is wrong with a field is said once, at the field, in words', async (t) => {
  const page = await anOperator(t, dashboard, '/live/configure/people');
  await page.getByRole('button', { name: 'Invite' }).click();
  const question = page.getByRole('dialog', { name: 'Invite a person' });
  await question.getByLabel('E-mail address').fill('grace');
  await question.getByRole('button', { name: 'Invite' }).click();
  await question.getByText('Enter an e-mail address').first().waitFor();
  assert.equal(await question.getByText('Enter an e-mail address').count(), 1);
  assert.doesNotMatch(await question.innerText(), /Must|`|\/email/);
});

/** The texts in red on a page, one for each place. */
const saidOn = (page: Page): Promise<string[]> =>
  page.locator('#page :is(.field-error, .alert-header)').allInnerTexts();

for (const language of ['en', 'de'])
  test(`every form says what is wrong in its language, once and without a word of the API: ${language}`, async (t) => {
    const [individual, card] = [await aCustomer('Wrong'), await aCardOf()];
    const company = { type: 'business', legal_name: 'Wrong GmbH', incorporation_country: 'DE' };
    const { body: business } = await dashboard.call.sandbox({
      method: 'POST',
      path: '/customers',
      body: company,
    });
    const page =
      language === 'en'
        ? await anOperator(t, dashboard, '/sandbox/home')
        : await anOperatorAlone(t, dashboard, '/sandbox/home', language);
    const forms = {
      'customers/new': /^(Enter a value|Geben Sie einen Wert ein)\.$/,
      [`customers/${individual}/edit`]:
        /^(Enter an e-mail address, such as|Geben Sie eine E-Mail-Adresse ein, zum Beispiel) ada@example\.com\.$/,
      [`customers/${business.id}/persons/new`]:
        /^(Use at least 1 item|Verwenden Sie mindestens 1 Eintrag)\.$/,
      [`customers/${individual}/documents/new`]: /^(Choose a file|Wählen Sie eine Datei)\.$/,
      [`cards/${card}/edit`]: /^(Enter an amount in USD|Geben Sie einen Betrag in USD ein)/,
      'cards/new': /^(Enter a value|Geben Sie einen Wert ein)\.$/,
      'webhooks/new': /^(Enter a value|Geben Sie einen Wert ein)\.$/,
      'configure/api-keys/new': /^(Enter a value|Geben Sie einen Wert ein)\.$/,
      'authorization-endpoint/edit':
        /^(Enter whole milliseconds|Geben Sie ganze Millisekunden ein).* 1000\.$/,
    };
    for (const [path, wanted] of Object.entries(forms)) {
      // Otherwise the form before would be asked about.
      await goTo(page, '/sandbox/home');
      await goTo(page, `/sandbox/${path}`);
      const submit = page.locator('#page form button[type=submit]');
      for (const [kind, text] of [
        ['[type=email]', 'grace'],
        ['[inputmode]', '1.0.0'],
      ] as const)
        for (const field of await page.locator(`#page form input${kind}`).all())
          await field.fill(text);
      await submit.click();
      const said = await until(async () => {
        const texts = await saidOn(page);
        return texts.some((text) => wanted.test(text)) && texts;
      }, `${path} says what is wrong`);
      await until(
        () => page.evaluate(firstErrorHasFocus),
        `the first field of ${path} with an error has the focus`,
      );
      for (const text of said) {
        assert.doesNotMatch(text, /`|(^|\s)\/\w|\w_|query\.|\.\.$/, path);
        const parts = text.split(/(?<=[.!?])\s+/);
        assert.deepEqual(parts, [...new Set(parts)], path);
        if (language === 'de')
          assert.doesNotMatch(text, /\b(the|and|value|enter|must|use|of)\b/i, path);
      }
    }
  });

/** Whether the focus is at the first field with an error, where one is marked so. */
const firstErrorHasFocus = `(() => {
  const first = document.querySelector('#page form :is([aria-invalid=true], [data-invalid=true])');
  return first === null || first === document.activeElement;
})()`;

test('a filled form is left only after a question: by a link, the search, Back or the window', async (t) => {
  const page = await anOperator(t, dashboard, '/sandbox/home');
  await follow(page.getByRole('link', { name: 'Webhooks', exact: true }));
  await page.getByRole('button', { name: 'Create Webhook' }).click();
  const field = page.getByLabel('Webhook URL');
  await field.fill('https://example.com/half-typed');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  const ways = {
    link: () => page.getByRole('link', { name: 'Cards', exact: true }).click(),
    search: async () => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search' }).fill('transact');
      await page.getByRole('option', { name: 'Transactions', selected: true }).waitFor();
      await page.keyboard.press('Enter');
    },
    back: () => page.evaluate('history.back()'),
  };
  for (const leave of Object.values(ways)) {
    await leave();
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'detached' });
    assert.equal(await field.inputValue(), 'https://example.com/half-typed');
    assert.match(page.url(), /webhooks\/new$/);
  }
  const asked = new Promise<string>((resolve) =>
    page.once('dialog', async (dialog) => {
      await dialog.dismiss();
      resolve(dialog.type());
    }),
  );
  await page.close({ runBeforeUnload: true });
  assert.equal(await asked, 'beforeunload');
  // A form that was sent is left like any page.
  await page.getByRole('button', { name: 'Generate' }).click();
  await follow(page.getByRole('button', { name: 'Go to the webhook' }));
  await page.getByRole('heading', { level: 1, name: 'Webhook', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Description').fill('Changed');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The webhook was changed.').first().waitFor();
  // Cancel and a form as it was found are not asked about; Leave leaves.
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Description').fill('Changed again');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Description').waitFor();
  await follow(page.getByRole('link', { name: 'Webhooks', exact: true }).first());
  await page.getByRole('button', { name: 'Create Webhook' }).click();
  await field.fill('https://example.com/never');
  await ways.link();
  await question.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('heading', { level: 1, name: 'Cards' }).waitFor();
});

/** A card in dollars. */
const aCardOf = async (): Promise<string> => {
  const { put, close } = dashboard.tables();
  const newId = idsAt(new Date());
  const [id, customer_id] = [newId('card'), newId('customer')];
  const of = { tenant_id: dashboard.tenantId };
  await put([
    ...saveCustomer(anIndividual({ id: customer_id, ...of })),
    saveCard(aCard({ id, customer_id, ...of })),
  ]);
  close();
  return id;
};

test('an amount is sent as it was meant, with or without marks between thousands, or refused', async (t) => {
  const id = await aCardOf();
  const page = await anOperator(t, dashboard, `/sandbox/cards/${id}/edit`);
  const limit = page.getByLabel('Per authorization limit, USD');
  const sent: number[] = [];
  await page.route(`**/v1/cards/${id}`, (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    sent.push(route.request().postDataJSON().spending_controls.limits[0].amount);
    return route.abort();
  });
  const save = () => page.getByRole('button', { name: 'Save' }).click();
  await limit.fill('1.000');
  await save();
  await page.getByText('Enter an amount in USD').first().waitFor();
  assert.deepEqual(sent, []);
  for (const typed of ['1,000.50', '1.000,50']) {
    await limit.fill(typed);
    await save();
    await page.getByText('The connection was lost').waitFor();
  }
  await until(() => sent.length === 2, 'both were sent');
  assert.deepEqual(sent, [100_050, 100_050]);
});

/** The addresses that a page reads from the service by an act and within the seconds after it. */
const readsAfter = async (page: Page, act: () => Promise<unknown>): Promise<readonly string[]> => {
  const read: string[] = [];
  const note = (request: Request) => {
    const [, path] = request.url().split('/v1');
    if (request.method() === 'GET' && path) read.push(decodeURIComponent(path));
  };
  page.on('request', note);
  await act();
  await loaded(page);
  await page.clock.fastForward(2_000);
  // Reads that the clock has started begin before this ends.
  await page.evaluate('new Promise((later) => setTimeout(later, 100))');
  await loaded(page);
  page.off('request', note);
  return read;
};

test('a change reads again what it touches and nothing else, once', async (t) => {
  const customer_id = await aCustomer('Touched');
  const { call } = dashboard;
  const url = 'http://127.0.0.1:1024/touched';
  const { body } = await call.sandbox({ method: 'POST', path: '/webhooks', body: { url } });
  const page = await anOperatorAlone(t, dashboard, '/sandbox/configure');
  await page.clock.install();
  const confirmed = async (verb: string, thing: string) => {
    await page.getByRole('button', { name: verb, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: verb }).click();
    await page.getByText(thing).first().hover();
  };
  for (const [path, act] of [
    [`/customers/${customer_id}`, () => confirmed('Suspend', 'The customer is suspended.')],
    [`/webhooks/${body.id}`, () => confirmed('Disable', 'The webhook is disabled.')],
  ] as const) {
    await goTo(page, `/sandbox${path}`);
    const read = await readsAfter(page, act);
    assert.ok(read.includes(path), path);
    const once = read.filter((one) => one !== `/webhooks/${body.id}`);
    assert.deepEqual(once, [...new Set(once)]);
    const isOther = path.startsWith('/webhooks') ? /^\/(customers|cards)/ : /^\/webhooks/;
    assert.deepEqual(
      read.filter((one) => isOther.test(one)),
      [],
    );
  }
});

test('an edit of other fields than a colleague’s goes through, one of the same field is a conflict', async (t) => {
  const { call } = dashboard;
  const url = 'http://127.0.0.1:1024/edited';
  const created = { method: 'POST', path: '/webhooks', body: { url } } as const;
  const path = `/webhooks/${(await call.sandbox(created)).body.id}` as const;
  const colleague = (description: string) =>
    call.sandbox({ method: 'PATCH', path: path as '/webhooks', body: { description } });
  const page = await anOperator(t, dashboard, `/sandbox${path}`);
  await colleague('Ledger');
  await follow(page.getByRole('button', { name: 'Edit' }));
  const field = page.getByLabel('Description');
  assert.equal(await field.inputValue(), 'Ledger');
  await colleague('Books');
  await page.getByLabel('Webhook URL').fill(`${url}/again`);
  await arrive(page, () => page.getByRole('button', { name: 'Save' }).click());
  const { body } = await call.sandbox({ method: 'GET', path: path as '/webhooks' });
  assert.deepEqual([body.url, body.description], [`${url}/again`, 'Books']);
  await follow(page.getByRole('button', { name: 'Edit' }));
  await colleague('Audit');
  await field.fill('Mine');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('This changed after you opened it').hover();
  await page.getByRole('button', { name: 'Reload' }).click();
  await loaded(page);
  assert.equal(await field.inputValue(), 'Audit');
  await goTo(page, `/sandbox/events?resource_id=${body.id}`);
  assert.match(await page.getByRole('grid').innerText(), new RegExp(dashboard.email));
});
