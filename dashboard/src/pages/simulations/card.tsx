import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { type ShippingStatus, shippingTransitions } from '../../../../functions/cards/states.ts';
import type { Card } from '../../api/client.ts';
import { useEnvironment } from '../../api/environment.tsx';
import { minorUnits } from '../../texts/money.ts';
import { words } from '../../texts/words.ts';
import { ChoiceField, fieldErrors, TextField } from '../../ui/form.tsx';
import { Section } from '../../ui/page.tsx';
import { useGo } from '../../ui/values.tsx';
import { optionsOf, Simulate } from './simulate.tsx';

type Of = { readonly card: Card };

/** What a merchant or a carrier would do with a card. */
export const SimulateCard = ({ card }: Of) =>
  useEnvironment().name === 'sandbox' && (
    <Section title="Simulator" description="Sandbox mode only. No money moves.">
      <SpaceBetween direction="horizontal" size="xs">
        <Authorize card={card} />
        {card.shipping && <Ship key={card.shipping.status} card={card} status={card.shipping.status} />}
      </SpaceBetween>
    </Section>
  );

const labels = { amount: 'Amount', merchant_name: 'Merchant', category: 'Category', country: 'Country' } as const;
const fields = Object.keys(labels) as (keyof typeof labels)[];

const Authorize = ({ card: { id: card_id, currency } }: Of) => {
  const go = useGo();
  const [typed, setTyped] = useState({ amount: '10', merchant_name: 'Corner Shop', category: '5411', country: 'US' });
  const [invalid, setInvalid] = useState<string>();
  const { amount: typedAmount, ...merchant } = typed;
  const amount = minorUnits(typedAmount, currency);
  return (
    <Simulate
      route="simulations.authorization"
      name="Request an amount"
      input={{ ...merchant, amount: amount ?? 0, currency }}
      check={() => {
        setInvalid(amount === undefined ? `Enter an amount in ${currency}, such as 10.` : undefined);
        return amount !== undefined;
      }}
      send={(api, body, idempotencyKey) => api.simulations.authorization({ params: { card_id }, body, idempotencyKey })}
      onDone={({ id }) => go(`/authorizations/${id}`)}
    >
      {(sending) => (
        <>
          {fields.map((name) => (
            <TextField
              key={name}
              label={name === 'amount' ? `Amount, ${currency}` : labels[name]}
              value={typed[name]}
              error={(name === 'amount' && invalid) || fieldErrors(sending, [`/${name}`]).fields[`/${name}`]}
              onChange={(value) => setTyped({ ...typed, [name]: value })}
            />
          ))}
        </>
      )}
    </Simulate>
  );
};

const Ship = ({ card, status }: Of & { readonly status: ShippingStatus }) => {
  const possible = shippingTransitions[status];
  const [next, setNext] = useState(possible[0] ?? 'delivered');
  if (possible.length === 0) return null;
  return (
    <Simulate
      route="simulations.shipping"
      name="Move the parcel"
      input={{ status: next }}
      send={(api, body, idempotencyKey) =>
        api.simulations.shipping({ params: { card_id: card.id }, body, idempotencyKey })
      }
      success={({ shipping }) => `The parcel is ${words(shipping?.status ?? next).toLowerCase()}.`}
    >
      <ChoiceField label="Next status" value={next} options={optionsOf(possible, words)} onChange={setNext} />
    </Simulate>
  );
};
