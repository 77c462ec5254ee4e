import { type ReactNode, useState } from 'react';
import type { Card } from '../../api/client.ts';
import { filled, inSentence, t } from '../../texts/texts.ts';
import { words } from '../../texts/words.ts';
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

const statusText = ({ status }: Card): string => filled(t.cards.theCardIsStatus, { status: inSentence(words(status)) });

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
      name={t.cards.activate}
      thing={cardName(card)}
      call={{ params: { card_id: card.id }, body: { last4: last4.trim() } }}
      success={statusText}
    >
      <div>{t.cards.activateTheCard}</div>
      <TextField label={t.cards.lastFourDigitsOn} inputMode="numeric" value={last4} onChange={setLast4} />
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
      name={t.cards.closeCard}
      title={filled(t.cards.closeCard2, { card: cardName(card) })}
      call={{ params: { card_id: card.id }, body: { reason } }}
      success={statusText}
    >
      <div>{t.cards.aClosedCardCan}</div>
      <ChoiceField label={t.all.reason} value={reason} options={optionsOf(closeReasons)} onChange={setReason} />
    </ConfirmedAction>
  );
};

const Replace = ({ card }: Of) => {
  const go = useGo();
  const [reason, setReason] = useState<(typeof replaceReasons)[number]>('lost');
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
      <ChoiceField label={t.all.reason} value={reason} options={optionsOf(replaceReasons)} onChange={setReason} />
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
  freeze: switchOf('freeze', t.cards.freeze),
  unfreeze: switchOf('unfreeze', t.cards.unfreeze),
  'unblock-pin': UnblockPin,
  replace: Replace,
  close: Close,
};
