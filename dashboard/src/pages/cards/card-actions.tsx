import { type ReactNode, useState } from 'react';
import type { Card } from '../../api/client.ts';
import { ActionButton, ConfirmedAction } from '../../ui/action.tsx';
import { ChoiceField, optionsOf, TextField } from '../../ui/form.tsx';
import { useGo } from '../../ui/values.tsx';
import { cardName } from './cards.tsx';
import type { useFreezing } from './freezing.tsx';

/** The number is shown by a part of the page of its own. */
type Verb = Exclude<Card['allowed_actions'][number], 'reveal'>;

/** What can be done with a card. */
export const CardActions = ({ card, freezing }: Of) =>
  Object.entries(actions).map(
    ([verb, Action]) =>
      card.allowed_actions.includes(verb as Verb) && (
        <Action key={`${verb} ${card.version}`} card={card} freezing={freezing} />
      ),
  );

type Of = { readonly card: Card; readonly freezing: ReturnType<typeof useFreezing> };

const statusText = ({ status }: Card): string => `The card is ${status}.`;

const switchOf =
  (verb: 'freeze' | 'unfreeze', name: string) =>
  ({ freezing }: Of) => (
    <ActionButton route={`cards.${verb}`} busy={freezing.busy} onClick={() => freezing.submit(verb)}>
      {name}
    </ActionButton>
  );

const Activate = ({ card }: Of) => {
  const [last4, setLast4] = useState('');
  return (
    <ConfirmedAction
      route="cards.activate"
      name="Activate"
      thing={cardName(card)}
      call={{ params: { card_id: card.id }, body: { last4: last4.trim() } }}
      success={statusText}
    >
      <div>Activate the card after it has arrived. Five wrong attempts lock the activation for an hour.</div>
      <TextField label="Last four digits on the card" inputMode="numeric" value={last4} onChange={setLast4} />
    </ConfirmedAction>
  );
};

const closeReasons = ['customer_request', 'lost', 'stolen', 'damaged', 'fraud', 'expired', 'other'] as const;
const replaceReasons = ['lost', 'stolen', 'damaged', 'expired'] as const;

const Close = ({ card }: Of) => {
  const [reason, setReason] = useState<(typeof closeReasons)[number]>('customer_request');
  return (
    <ConfirmedAction
      route="cards.close"
      name="Close card"
      title={`Close ${cardName(card)}`}
      call={{ params: { card_id: card.id }, body: { reason } }}
      success={statusText}
    >
      <div>A closed card can never be used again.</div>
      <ChoiceField label="Reason" value={reason} options={optionsOf(closeReasons)} onChange={setReason} />
    </ConfirmedAction>
  );
};

const Replace = ({ card }: Of) => {
  const go = useGo();
  const [reason, setReason] = useState<(typeof replaceReasons)[number]>('lost');
  return (
    <ConfirmedAction
      route="cards.replace"
      name="Replace"
      thing={cardName(card)}
      call={{ params: { card_id: card.id }, body: { reason } }}
      success="The new card was issued."
      onDone={({ id }) => go(`/cards/${id}`)}
    >
      <div>
        The new card has the same controls. A lost or stolen card is closed immediately. A damaged or expired card is
        closed when the new card is activated.
      </div>
      <ChoiceField label="Reason" value={reason} options={optionsOf(replaceReasons)} onChange={setReason} />
    </ConfirmedAction>
  );
};

const UnblockPin = ({ card }: Of) => (
  <ConfirmedAction
    route="card-pins.unblock"
    name="Unblock PIN"
    title={`Unblock the PIN of ${cardName(card)}`}
    call={{ params: { card_id: card.id } }}
    success="The PIN is unblocked."
  >
    <div>The PIN stays the same. Unblock it when you know that the cardholder has entered it.</div>
  </ConfirmedAction>
);

/** In the order shown. */
const actions: Readonly<Record<Verb, (of: Of) => ReactNode>> = {
  activate: Activate,
  freeze: switchOf('freeze', 'Freeze'),
  unfreeze: switchOf('unfreeze', 'Unfreeze'),
  'unblock-pin': UnblockPin,
  replace: Replace,
  close: Close,
};
