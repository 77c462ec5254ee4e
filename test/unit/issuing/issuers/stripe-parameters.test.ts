import assert from 'node:assert/strict';
import { personOnLine, printable } from '../../../../functions/issuing/cards/cardholder.ts';
import {
  cardholderChanges,
  cardholderParameters,
  cardParameters,
  digestOf,
  issuedFrom,
  updateParameters,
} from '../../../../functions/issuing/issuers/stripe/parameters.ts';
import { aDestination, anOrder } from '../../../helpers/fixtures/cards.ts';
import { describe, test } from '../../../helpers/tests.ts';
import { cardholderOf, cardOf } from '../../../stripe/objects.ts';

test('a name is printed in Latin letters, or not at all', () => {
  for (const [name, printed] of [
    ['Ada King', 'Ada King'],
    ['Zoë O’Brien–Łukasz, Jr.', "Zoë O'Brien-Łukasz, Jr."],
    ['Kaʻahumanu', "Ka'ahumanu"],
    ['Ａｄａ Ⅷ', 'Ada VIII'],
    ['Ada 2nd & Sons', 'Ada nd Sons'],
    ...['Чайковский', 'Ada Чайковская', '李小龍', 'Ελένη', 'علي', '123', '-'].map(
      (one) => [one, null] as const,
    ),
  ] as const)
    assert.equal(printable(name), printed, name);
});

test('a long name keeps the family name', () => {
  for (const [name, line, family] of [
    ['Ada King', 'Ada King'],
    ['Augusta Ada King Countess of Lovelace', 'Augusta Lovelace'],
    ['Maximiliana Schwarzenbergerin', 'M Schwarzenbergerin'],
    ['Wolfeschlegelsteinhausenbergerdorff', 'Wolfeschlegelsteinhausen'],
    ['María de los Ángeles Rodríguez García', 'María Rodríguez García', 'Rodríguez García'],
  ] as const)
    assert.equal(personOnLine(name, family), line);
});

describe('Stripe gets', () => {
  const ada = { reference: 'ich_1', name_hash: digestOf('Ada King') };
  const order = anOrder({ id: 'card_1', customer_id: 'cus_1' });
  const address = {
    line1: '12 St James’s Square',
    city: 'London',
    postal_code: 'SW1Y 4LB',
    country: 'GB',
  };

  test('of a person all that there is, and of a change all but the name', () => {
    const changes = {
      billing: { address },
      email: 'ada.king@example.com',
      phone_number: '+442079460018',
      individual: { first_name: 'Ada', last_name: 'King', dob: { year: 1990, month: 12, day: 10 } },
      metadata: { customer_id: 'cus_1', tenant_id: 'biz_1' },
    };
    assert.deepEqual(cardholderParameters(order), {
      type: 'individual',
      name: 'Ada King',
      ...changes,
    });
    assert.deepEqual(cardholderChanges(order), changes);
  });

  test('of a person whose name cannot be printed the name on the first card, which no later one changes', () => {
    const cardholder = {
      ...order.cardholder,
      name: 'Елена Чайковская',
      first_name: 'Елена',
      last_name: 'Чайковская',
    };
    const greek = { ...order, cardholder, cardholder_name: 'Elena Maria Tchaikovskaya' };
    const { name, individual } = cardholderParameters(greek);
    const { first_name, last_name } = individual ?? {};
    assert.deepEqual(
      [name, first_name, last_name],
      ['Elena Tchaikovskaya', 'Elena Maria', 'Tchaikovskaya'],
    );
    assert.deepEqual(cardholderChanges(greek).individual, {
      dob: { year: 1990, month: 12, day: 10 },
    });
    const company = { ...cardholder, type: 'company', name: 'ООО Ромашка' } as const;
    assert.equal(
      cardholderParameters({ ...greek, cardholder: company }).name,
      'Elena Maria Tchaikovskay',
    );
  });

  test('of a person with a long name the family name whole, for the cardholder and for the card', () => {
    const names = { first_name: 'María de los Ángeles', last_name: 'Rodríguez García' };
    const cardholder = {
      ...order.cardholder,
      ...names,
      name: 'María de los Ángeles Rodríguez García',
    };
    const long = {
      ...order,
      cardholder,
      cardholder_name: cardholder.name,
      type: 'physical',
    } as const;
    assert.equal(cardholderParameters(long).name, 'María Rodríguez García');
    assert.equal(cardParameters(long, ada).second_line, 'María García');
  });

  test('of a person with one name that it is both', () => {
    const cardholder = {
      ...order.cardholder,
      name: 'O’Néill',
      first_name: null,
      last_name: 'O’Néill',
    };
    const { name, individual } = cardholderParameters({ ...order, cardholder });
    const { first_name, last_name } = individual ?? {};
    assert.deepEqual([name, first_name, last_name], ["O'Néill", "O'Néill", "O'Néill"]);
  });

  test('of terms that the cardholder has accepted', () => {
    const user_terms = {
      accepted_at: '2026-11-20T16:04:05+01:00',
      ip: '203.0.113.7',
      user_agent: null,
    };
    assert.deepEqual(cardholderChanges({ ...order, user_terms }).individual?.card_issuing, {
      user_terms_acceptance: { date: 1_795_187_045, ip: '203.0.113.7' },
    });
  });

  test('nothing of a person that is not known, and of a company no person', () => {
    const nobody = {
      email: null,
      phone: null,
      first_name: null,
      last_name: null,
      date_of_birth: null,
    };
    const little = { ...order, cardholder: { ...order.cardholder, ...nobody } };
    const { metadata } = cardholderChanges(order);
    assert.deepEqual(cardholderChanges(little), { billing: { address }, individual: {}, metadata });
    const company = {
      ...little.cardholder,
      type: 'company',
      name: 'Analytical Engines Ltd',
    } as const;
    const reported = {
      type: 'company',
      name: 'Analytical Engines Ltd',
      billing: { address },
      metadata,
    };
    assert.deepEqual(cardholderParameters({ ...order, cardholder: company }), reported);
  });

  test('of a virtual card that it works, with its limits and what it is called here', () => {
    assert.deepEqual(cardParameters(order, ada), {
      cardholder: 'ich_1',
      type: 'virtual',
      currency: 'usd',
      status: 'active',
      spending_controls: { spending_limits: [{ amount: 500_000, interval: 'daily' }] },
      metadata: { order_id: 'card_1', tenant_id: 'biz_1', customer_id: 'cus_1' },
    });
  });

  test('limits in its own units, of a new card and of a changed one', () => {
    for (const [currency, amount, said] of [
      ['ISK', 2_000, 200_000],
      ['UGX', 5, 500],
      ['MGA', 12_345, 123],
      ['KWD', 1_239, 1_230],
      ['JPY', 500, 500],
      ['USD', 0, 0],
    ] as const) {
      const limits = [{ amount, interval: 'daily' }] as const;
      const spending_controls = { spending_limits: [{ amount: said, interval: 'daily' }] };
      const pushed = {
        reference: 'ic_1',
        id: 'card_1',
        version: 7,
        status: 'active',
        cancellation_reason: null,
      } as const;
      assert.deepEqual(
        cardParameters({ ...order, currency, limits }, ada).spending_controls,
        spending_controls,
        currency,
      );
      assert.deepEqual(
        updateParameters({ ...pushed, limits, currency }).spending_controls,
        spending_controls,
        currency,
      );
    }
  });

  test('of a physical one that it does not yet, where it goes, whom else it names and what it replaces', () => {
    const physical = {
      type: 'physical',
      destination: { ...aDestination(), method: 'express' },
    } as const;
    const replacement = { of: 'ic_0', reason: 'damaged' } as const;
    const reported = cardParameters(
      { ...order, ...physical, replacement, cardholder_name: 'A. Lovelace' },
      ada,
    );
    const { status, shipping, second_line, replacement_for, replacement_reason } = reported;
    assert.deepEqual([status, second_line], ['inactive', 'A. Lovelace']);
    const sent = { name: 'Ada King', address, service: 'express', phone_number: '+442079460018' };
    assert.deepEqual(shipping, sent);
    assert.deepEqual([replacement_for, replacement_reason], ['ic_0', 'damaged']);
    assert.ok(!('second_line' in cardParameters({ ...order, ...physical }, ada)));
  });

  test('how a card stands: of one that is ended only that it is, and why', () => {
    const limits = [{ amount: 1, interval: 'weekly' }] as const;
    const pushed = {
      reference: 'ic_1',
      id: 'card_1',
      version: 7,
      cancellation_reason: null,
      limits,
      currency: 'USD',
    } as const;
    const metadata = { version: '7' };
    const spending_controls = { spending_limits: [{ amount: 1, interval: 'weekly' }] };
    assert.deepEqual(updateParameters({ ...pushed, status: 'inactive' }), {
      status: 'inactive',
      metadata,
      spending_controls,
    });
    const canceled = { ...pushed, status: 'canceled' } as const;
    assert.deepEqual(updateParameters(canceled), { status: 'canceled', metadata });
    const lost = { status: 'canceled', metadata, cancellation_reason: 'lost' };
    assert.deepEqual(updateParameters({ ...canceled, cancellation_reason: 'lost' }), lost);
  });
});

test('a card of Stripe shows its ends but the first digits', () => {
  const snapshot = cardholderOf(
    {
      type: 'company',
      name: 'Ada',
      billing: { address: { line1: 'a', city: 'b', postal_code: 'c', country: 'GB' } },
    },
    'ich_1',
  );
  const { exp_month, exp_year, ...card } = cardOf(
    { type: 'virtual', currency: 'usd' },
    'ic_1',
    snapshot,
    '4242',
  );
  const shown = issuedFrom({ ...card, brand: 'MasterCard', exp_month, exp_year });
  assert.deepEqual(shown, {
    issuer_reference: 'ic_1',
    brand: 'mastercard',
    bin: null,
    pin_status: 'active',
    last4: '4242',
    exp_month,
    exp_year,
  });
});
