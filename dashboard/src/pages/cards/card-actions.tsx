import { type ReactNode, useState } from 'react';
import { closeReasons, replacementReasons } from '../../../../functions/issuing/cards/states.ts';
import type { Card } from '../../api/client.ts';
import { filled, inSentence, t } from '../../texts/texts.ts';
import { cardName, words } from '../../texts/words.ts';
import { ConfirmedAction } from '../../ui/action.tsx';
import { ChoiceField, optionsOf, TextField } from '../../ui/fields.tsx';
import { useGo } from '../../ui/links.tsx';

/** The others are beside the picture of the card. */
type Verb = Exclude<Card['allowed_actions'][number], 'reveal' | 'freeze' | 'unfreeze'>;

/** The actions on a card. */
export const CardActions = ({ card }: Of) =>
  Object.entries(actions).map(
    ([verb, Action]) =>
      card.allowed_actions.includes(verb as Verb) && (
        <Action key={`${verb} ${card.version}`} card={card} />
      ),
  );

type Of = { readonly card: Card };

const statusText = ({ status }: Card): string =>
  filled(t.cards.theCardIsStatus, { status: inSentence(words(status)) });

const Activate = ({ card }: Of) => {
  const [last4, setLast4] = useState('');
  return (
    <ConfirmedAction
      route="cards.activate"
      name={t.cards.activate}
      thing={cardName(card)}
      call={{ params: { card_id: card.id }, body: { last4: last4.trim() } }}
      success={statusText}
    >
      <div>{t.cards.activateTheCard}</div>
      <TextField
        label={t.cards.lastFourDigitsOn}
        inputMode="numeric"
        value={last4}
        onChange={setLast4}
      />
    </ConfirmedAction>
  );
};

const Close = ({ card }: Of) => {
  const [reason, setReason] = useState<(typeof closeReasons)[number]>('customer_request');
  return (
    <ConfirmedAction
      route="cards.close"
      name={t.cards.closeCard}
      title={filled(t.cards.closeCard2, { card: cardName(card) })}
      call={{ params: { card_id: card.id }, body: { reason } }}
      success={statusText}
    >
      <div>{t.cards.aClosedCardCan}</div>
      <ChoiceField
        label={t.all.reason}
        value={reason}
        options={optionsOf(closeReasons)}
        onChange={setReason}
      />
    </ConfirmedAction>
  );
};

const Replace = ({ card }: Of) => {
  const go = useGo();
  const [reason, setReason] = useState<(typeof replacementReasons)[number]>('lost');
  return (
    <ConfirmedAction
      route="cards.replace"
      name={t.cards.replace}
      thing={cardName(card)}
      call={{ params: { card_id: card.id }, body: { reason } }}
      success={t.cards.theNewCardWas}
      onDone={({ id }) => go(`/cards/${id}`)}
    >
      <div>{t.cards.theNewCardHasThe}</div>
      <ChoiceField
        label={t.all.reason}
        value={reason}
        options={optionsOf(replacementReasons)}
        onChange={setReason}
      />
    </ConfirmedAction>
  );
};

const UnblockPin = ({ card }: Of) => (
  <ConfirmedAction
    route="card-pins.unblock"
    name={t.cards.unblockPin}
    title={filled(t.cards.unblockThePinOf, { card: cardName(card) })}
    call={{ params: { card_id: card.id } }}
    success={t.cards.thePinIsUnblocked}
  >
    <div>{t.cards.thePinStaysTheSame}</div>
  </ConfirmedAction>
);

/** In the order shown. */
const actions: Readonly<Record<Verb, (of: Of) => ReactNode>> = {
  activate: Activate,
  'unblock-pin': UnblockPin,
  replace: Replace,
  close: Close,
};
