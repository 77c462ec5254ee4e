import type { CardToken } from '../../api/client.ts';
import { filled, inSentence, t } from '../../texts/texts.ts';
import { words } from '../../texts/words.ts';
import { ConfirmedAction } from '../../ui/action.tsx';
import { createdColumn, ListTable, statusColumn } from '../../ui/list-table.tsx';
import { Buttons } from '../../ui/values.tsx';

/** The wallets that a card is in, and those that it was in. */
export const Tokens = ({ cardId: card_id }: { readonly cardId: string }) => (
  <ListTable
    title={t.cards.tokens}
    route="card-tokens.list"
    call={{ params: { card_id } }}
    empty={t.cards.theCardIsInNo}
    columns={[
      { name: t.cards.wallet, cell: walletText, width: 150 },
      { name: t.cards.device, cell: ({ device_type }) => (device_type ? words(device_type) : '–'), width: 100 },
      statusColumn,
      { name: t.cards.lastFourDigits, cell: ({ last4 }) => last4 ?? '–', width: 120 },
      createdColumn,
      { name: t.all.change, cell: (token) => <Actions key={token.version} token={token} />, width: 180 },
    ]}
  />
);

const walletText = ({ wallet, network }: CardToken): string =>
  words(wallet ?? filled(t.cards.networkToken, { network }));

type Verb = CardToken['allowed_actions'][number];

const meanings: Readonly<Record<Verb, string>> = t.cards.tokenMeanings;

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
        success={({ status }) => filled(t.cards.theTokenIsStatus, { status: inSentence(words(status)) })}
      >
        {meanings[verb]}
      </ConfirmedAction>
    ))}
  </Buttons>
);
