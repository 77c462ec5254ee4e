import SpaceBetween from '@cloudscape-design/components/space-between';
import { type ReactNode, useState } from 'react';
import type { Api, Card, RouteId } from '../../api/client.ts';
import { words } from '../../texts/words.ts';
import { ActionButton, ConfirmedAction } from '../../ui/action.tsx';
import { ChoiceField, TextField } from '../../ui/form.tsx';
import { useGo } from '../../ui/values.tsx';
import type { useFreezing } from './freezing.tsx';

/** The number is shown by a part of the page of its own. */
type Verb = Exclude<Card['allowed_actions'][number], 'reveal'>;

/** What can be done with a card. */
export const CardActions = ({ card, freezing }: Of) => (
  <SpaceBetween direction="horizontal" size="xs">
    {Object.entries(actions).map(
      ([verb, Action]) =>
        card.allowed_actions.includes(verb as Verb) && (
          <Action key={`${verb} ${card.version}`} card={card} freezing={freezing} />
        ),
    )}
  </SpaceBetween>
);

type Of = { readonly card: Card; readonly freezing: ReturnType<typeof useFreezing> };

/** One action: its dialog, and where it leads. */
const Act = <Body,>(props: {
  readonly route: RouteId;
  readonly name: string;
  readonly children: ReactNode;
  readonly input: Body;
  readonly send: (api: Api, body: Body, idempotencyKey: string) => Promise<{ readonly body: Card }>;
  readonly onDone?: (card: Card) => void;
}) => (
  <ConfirmedAction<Body, Card>
    {...props}
    success={({ status }) => (props.onDone ? 'The new card was issued.' : `The card is ${status}.`)}
  />
);

const Freeze = (props: Of) => <Switch {...props} verb="freeze" name="Freeze" />;
const Unfreeze = (props: Of) => <Switch {...props} verb="unfreeze" name="Unfreeze" />;

const Switch = (props: Of & { readonly verb: 'freeze' | 'unfreeze'; readonly name: string }) => {
  const { freezing, verb, name } = props;
  return (
    <ActionButton route={`cards.${verb}`} busy={freezing.busy} onClick={() => freezing.submit(verb)}>
      {name}
    </ActionButton>
  );
};

const Activate = ({ card }: Of) => {
  const [last4, setLast4] = useState('');
  return (
    <Act
      route="cards.activate"
      name="Activate"
      input={{ last4: last4.trim() }}
      send={(api, body, idempotencyKey) => api.cards.activate({ params: { card_id: card.id }, body, idempotencyKey })}
    >
      <div>Activate the card after it has arrived. Five wrong attempts lock the activation for an hour.</div>
      <TextField label="Last four digits on the card" inputMode="numeric" value={last4} onChange={setLast4} />
    </Act>
  );
};

const closeReasons = ['customer_request', 'lost', 'stolen', 'damaged', 'fraud', 'expired', 'other'] as const;
const replaceReasons = ['lost', 'stolen', 'damaged', 'expired'] as const;
const optionsOf = <Value extends string>(values: readonly Value[]) =>
  values.map((value) => ({ value, label: words(value) }));

const Close = ({ card }: Of) => {
  const [reason, setReason] = useState<(typeof closeReasons)[number]>('customer_request');
  return (
    <Act
      route="cards.close"
      name="Close card"
      input={{ reason }}
      send={(api, body, idempotencyKey) => api.cards.close({ params: { card_id: card.id }, body, idempotencyKey })}
    >
      <div>A closed card can never be used again.</div>
      <ChoiceField label="Reason" value={reason} options={optionsOf(closeReasons)} onChange={setReason} />
    </Act>
  );
};

const Replace = ({ card }: Of) => {
  const go = useGo();
  const [reason, setReason] = useState<(typeof replaceReasons)[number]>('lost');
  return (
    <Act
      route="cards.replace"
      name="Replace"
      input={{ reason }}
      send={(api, body, idempotencyKey) => api.cards.replace({ params: { card_id: card.id }, body, idempotencyKey })}
      onDone={({ id }) => go(`/cards/${id}`)}
    >
      <div>
        The new card has the same controls. A lost or stolen card is closed immediately. A damaged or expired card is
        closed when the new card is activated.
      </div>
      <ChoiceField label="Reason" value={reason} options={optionsOf(replaceReasons)} onChange={setReason} />
    </Act>
  );
};

/** In the order shown. */
const actions: Readonly<Record<Verb, (of: Of) => ReactNode>> = {
  activate: Activate,
  freeze: Freeze,
  unfreeze: Unfreeze,
  replace: Replace,
  close: Close,
};
