import type { CardToken } from '../../api/client.ts';
import { words } from '../../texts/words.ts';
import { ConfirmedAction } from '../../ui/action.tsx';
import { createdColumn, ListTable, statusColumn } from '../../ui/list-table.tsx';
import { Buttons } from '../../ui/values.tsx';

/** The wallets that a card is in, and those that it was in. */
export const Tokens = ({ cardId: card_id }: { readonly cardId: string }) => (
  <ListTable
    title="Tokens"
    route="card-tokens.list"
    call={{ params: { card_id } }}
    empty="The card is in no wallet"
    columns={[
      { name: 'Wallet', cell: walletText, width: 150 },
      { name: 'Device', cell: ({ device_type }) => (device_type ? words(device_type) : '–'), width: 100 },
      statusColumn,
      { name: 'Last four digits', cell: ({ last4 }) => last4 ?? '–', width: 120 },
      createdColumn,
      { name: 'Change', cell: (token) => <Actions key={token.version} token={token} />, width: 180 },
    ]}
  />
);

const walletText = ({ wallet, network }: CardToken): string => words(wallet ?? `${network} token`);

type Verb = CardToken['allowed_actions'][number];

const meanings: Readonly<Record<Verb, string>> = {
  suspend: 'The card cannot be paid with from this wallet until you resume the token. The card itself still works.',
  resume: 'The card can be paid with from this wallet again, if the card itself works.',
  delete: 'The card is removed from this wallet. This cannot be undone. The cardholder can add the card again.',
};

const Actions = ({ token }: { readonly token: CardToken }) => (
  <Buttons>
    {token.allowed_actions.map((verb) => (
      <ConfirmedAction
        key={verb}
        route={`card-tokens.${verb}`}
        name={words(verb)}
        thing={walletText(token)}
        variant="inline-link"
        call={{ params: { card_token_id: token.id }, body: {} }}
        success={({ status }) => `The token is ${status}.`}
      >
        {meanings[verb]}
      </ConfirmedAction>
    ))}
  </Buttons>
);
