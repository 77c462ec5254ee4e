import { type ComponentProps, useState } from 'react';
import {
  type VerificationErrorCode,
  verificationErrors,
} from '../../../../functions/identity/verifications/errors.ts';
import { authorizationTransitions } from '../../../../functions/issuing/authorizations/model.ts';
import {
  type ShippingStatus,
  shippingTransitions,
} from '../../../../functions/issuing/cards/states.ts';
import type { Authorization, Card, RouteId, Verification } from '../../api/client.ts';
import { useEnvironment } from '../../api/environment.tsx';
import { categoryForm, merchantCategories } from '../../texts/categories.ts';
import { countries } from '../../texts/codes.ts';
import { minorUnits, typedOf } from '../../texts/money.ts';
import { filled, inSentence, t } from '../../texts/texts.ts';
import { words } from '../../texts/words.ts';
import { ConfirmedAction } from '../../ui/action.tsx';
import { ChoiceField, optionsOf, TextField } from '../../ui/fields.tsx';
import { useRequired, useTyped } from '../../ui/form.tsx';
import { useGo } from '../../ui/links.tsx';
import { Section } from '../../ui/page.tsx';

/** A button that plays the part of somebody outside: a merchant, a carrier, a verifier. Only Sandbox mode has it. */
const Simulate = <Id extends RouteId>(props: ComponentProps<typeof ConfirmedAction<Id>>) =>
  useEnvironment().name === 'sandbox' && <ConfirmedAction<Id> {...props} />;

type OfCard = { readonly card: Card };

/** The actions of a merchant or a carrier with a card. */
export const SimulateCard = ({ card }: OfCard) =>
  useEnvironment().name === 'sandbox' && (
    <Section
      title={t.all.simulator}
      description={t.simulations.sandboxModeOnlyNo}
      actions={
        <>
          <Authorize card={card} />
          {card.shipping && (
            <Ship key={card.shipping.status} card={card} status={card.shipping.status} />
          )}
        </>
      }
    />
  );

/** An amount as a person types it, which is checked before it is sent. */
const useAmount = (initial: string, currency: string) => {
  const [value, onChange] = useState(initial);
  const amount = minorUnits(value, currency);
  const { check, error } = useRequired(
    amount !== undefined,
    filled(t.cards.enterAnAmountIn, { currency }),
  );
  return { amount, check, typing: { value, onChange, error, inputMode: 'decimal' as const } };
};

const Authorize = ({ card: { id: card_id, currency } }: OfCard) => {
  const go = useGo();
  const { typed, field } = useTyped({
    merchant_name: t.simulations.merchant,
    category: '5411',
    country: 'US',
  });
  const { amount, check, typing } = useAmount('10', currency);
  return (
    <Simulate
      route="simulations.authorization"
      name={t.simulations.requestAnAmount}
      call={{ params: { card_id }, body: { ...typed, amount: amount ?? 0, currency } }}
      check={check}
      onDone={({ id }) => go(`/authorizations/${id}`)}
    >
      <TextField
        label={filled(t.simulations.amountCurrency, { currency })}
        at="/amount"
        {...typing}
      />
      <TextField label={t.all.merchant} {...field('merchant_name')} />
      <ChoiceField
        label={t.all.merchantCategory}
        options={merchantCategories}
        others={categoryForm}
        {...field('category')}
      />
      <ChoiceField label={t.all.country} options={countries} {...field('country')} />
    </Simulate>
  );
};

const Ship = ({ card, status }: OfCard & { readonly status: ShippingStatus }) => {
  const possible = shippingTransitions[status];
  const [next, setNext] = useState(possible[0] ?? 'delivered');
  if (possible.length === 0) return null;
  return (
    <Simulate
      route="simulations.shipping"
      name={t.simulations.moveTheParcel}
      call={{ params: { card_id: card.id }, body: { status: next } }}
      success={({ shipping }) =>
        filled(t.simulations.theParcelIsStatus, {
          status: inSentence(words(shipping?.status ?? next)),
        })
      }
    >
      <ChoiceField
        label={t.simulations.nextStatus}
        value={next}
        options={optionsOf(possible)}
        onChange={setNext}
      />
    </Simulate>
  );
};

type Status = Authorization['status'];

/** The next step of an approved amount: captured, reversed or expired, as its issuer would say. */
export const SimulateSettlement = ({
  authorization,
}: {
  readonly authorization: Authorization;
}) => {
  const { id: authorization_id, amount, currency } = authorization;
  const possible = Object.keys(authorizationTransitions[authorization.status]) as Status[];
  const [status, setStatus] = useState<Status>(possible[0] ?? 'closed');
  const { amount: captured_amount, check, typing } = useAmount(typedOf(amount, currency), currency);
  if (possible.length === 0) return null;
  return (
    <Simulate
      route="simulations.settlement"
      name={t.simulations.simulateSettlement}
      call={{
        params: { authorization_id },
        body:
          status === 'closed' && captured_amount !== undefined
            ? { status, captured_amount }
            : { status },
      }}
      check={() => status !== 'closed' || check()}
      success={(settled) =>
        filled(t.simulations.theAuthorizationIs, { status: inSentence(words(settled.status)) })
      }
    >
      <ChoiceField
        label={t.simulations.outcome}
        value={status}
        options={optionsOf(possible, (one) => (one === 'closed' ? t.all.captured : words(one)))}
        onChange={setStatus}
      />
      {status === 'closed' && (
        <TextField label={filled(t.simulations.capturedAmount, { currency })} {...typing} />
      )}
    </Simulate>
  );
};

const outcomes = [
  'verified',
  ...(Object.keys(verificationErrors) as VerificationErrorCode[]),
] as const;

/** Decides a verification that waits, as a verifier would. */
export const SimulateDecision = ({ verification }: { readonly verification: Verification }) => {
  const [chosen, setChosen] = useState<(typeof outcomes)[number]>('verified');
  return (
    <Simulate
      route="simulations.verification"
      name={t.simulations.simulateDecision}
      call={{
        params: { verification_id: verification.id },
        body:
          chosen === 'verified'
            ? { outcome: chosen }
            : { outcome: verificationErrors[chosen].leads_to, code: chosen },
      }}
      success={({ status }) =>
        filled(t.simulations.decisionSimulated, { status: inSentence(words(status)) })
      }
    >
      <ChoiceField
        label={t.all.decision}
        value={chosen}
        options={optionsOf(outcomes, (one) =>
          one === 'verified' ? t.all.verified : t.verificationErrors[one],
        )}
        onChange={setChosen}
      />
    </Simulate>
  );
};
