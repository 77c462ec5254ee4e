import assert from 'node:assert/strict';
import { cardholderFrom } from '../../../../functions/issuing/cards/cardholder.ts';
import { toIssuerCard } from '../../../../functions/issuing/cards/model.ts';
import { aCard, aPhysicalCard } from '../../../helpers/fixtures/cards.ts';
import {
  aBusinessCustomer,
  anAddress,
  anIndividual,
  aPerson,
  aRepresentative,
} from '../../../helpers/fixtures/customers.ts';
import { describe, test } from '../../../helpers/tests.ts';

describe('an issuer has to know of a card', () => {
  test('whether it may be paid with, whatever keeps it from that', () => {
    const blocks = { customer_suspended: true, feature_suspended: false };
    for (const [card, status] of [
      [aCard(), 'active'],
      [aPhysicalCard(), 'inactive'],
      [aCard({ state: 'frozen' }), 'inactive'],
      [aCard({ blocks }), 'inactive'],
      [aCard({ state: 'closed', blocks }), 'canceled'],
    ] as const)
      assert.equal(toIssuerCard(card).status, status);
  });

  test('what it ended for only where issuers know of that', () => {
    const reasonOf = (status_reason: string, state: 'closed' | 'frozen') =>
      toIssuerCard(aCard({ state, status_reason })).cancellation_reason;
    assert.deepEqual(
      ['lost', 'stolen', 'damaged', 'customer_closed'].map((reason) => reasonOf(reason, 'closed')),
      ['lost', 'stolen', null, null],
    );
    assert.equal(reasonOf('lost', 'frozen'), null);
  });

  test('what it may spend and at which version, by the name that the issuer knows it by', () => {
    const limits = [{ amount: 100, interval: 'weekly' }] as const;
    const ofTheDay = { amount: 500_000, interval: 'daily' };
    const card = aCard({ version: 7, issuer_reference: 'ic_1', nickname: 'Travel' });
    const { spending_controls } = card;
    assert.deepEqual(
      toIssuerCard({ ...card, spending_controls: { ...spending_controls, limits } }),
      {
        reference: 'ic_1',
        id: card.id,
        version: 7,
        status: 'active',
        cancellation_reason: null,
        limits: [...limits, ofTheDay],
        currency: 'USD',
      },
    );
    const own = [{ amount: 1, interval: 'daily' }] as const;
    assert.deepEqual(
      toIssuerCard({ ...card, spending_controls: { ...spending_controls, limits: own } }).limits,
      own,
    );
  });
});

describe('a cardholder is', () => {
  const reached = {
    email: 'a@example.com',
    phone: '+442079460018',
    address: anAddress({ city: 'London' }),
  };
  const known = { email: reached.email, phone: reached.phone, billing_address: reached.address };

  test('a person, with the date of birth', () => {
    assert.deepEqual(cardholderFrom(anIndividual({ ...reached, date_of_birth: '1990-12-10' })), {
      ...known,
      type: 'individual',
      name: 'Ada King',
      first_name: 'Ada',
      last_name: 'King',
      date_of_birth: '1990-12-10',
    });
  });

  test('a company, with who acts for it, if anybody does', () => {
    const named = {
      ...known,
      type: 'company',
      name: 'Analytical Engines Ltd',
      date_of_birth: null,
    };
    const company = aBusinessCustomer({
      ...reached,
      persons: [aPerson({ first_name: 'No' }), aRepresentative()],
    });
    assert.deepEqual(cardholderFrom(company), { ...named, first_name: 'Ada', last_name: 'King' });
    assert.deepEqual(cardholderFrom(aBusinessCustomer(reached)), {
      ...named,
      first_name: null,
      last_name: null,
    });
  });
});
