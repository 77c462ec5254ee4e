import { useState } from 'react';
import { authorizationTransitions } from '../../../../functions/authorizations/model.ts';
import type { Authorization } from '../../api/client.ts';
import { minorUnits, typedOf } from '../../texts/money.ts';
import { words } from '../../texts/words.ts';
import { ChoiceField, TextField } from '../../ui/form.tsx';
import { optionsOf, Simulate } from './simulate.tsx';

type Status = Authorization['status'];

/** What becomes of an approved amount: captured, reversed or expired, as its issuer would say. */
export const SimulateSettlement = ({ authorization }: { readonly authorization: Authorization }) => {
  const { id: authorization_id, amount, currency } = authorization;
  const possible = Object.keys(authorizationTransitions[authorization.status]) as Status[];
  const [status, setStatus] = useState<Status>(possible[0] ?? 'closed');
  const [typed, setTyped] = useState(typedOf(amount, currency));
  const [invalid, setInvalid] = useState<string>();
  const captured_amount = minorUnits(typed, currency);
  if (possible.length === 0) return null;
  return (
    <Simulate
      route="simulations.settlement"
      name="Simulate settlement"
      input={status === 'closed' && captured_amount !== undefined ? { status, captured_amount } : { status }}
      check={() => {
        const isWrong = status === 'closed' && captured_amount === undefined;
        setInvalid(isWrong ? `Enter an amount in ${currency}, such as ${typedOf(amount, currency)}.` : undefined);
        return !isWrong;
      }}
      send={(api, body, idempotencyKey) =>
        api.simulations.settlement({ params: { authorization_id }, body, idempotencyKey })
      }
      success={(settled) => `The authorization is ${settled.status}.`}
    >
      <ChoiceField
        label="Outcome"
        value={status}
        options={optionsOf(possible, (one) => (one === 'closed' ? 'Captured' : words(one)))}
        onChange={setStatus}
      />
      {status === 'closed' && (
        <TextField
          label={`Captured amount, ${currency}`}
          inputMode="decimal"
          value={typed}
          error={invalid}
          onChange={setTyped}
        />
      )}
    </Simulate>
  );
};
