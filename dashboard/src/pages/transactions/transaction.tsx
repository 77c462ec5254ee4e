import { money } from '../../texts/money.ts';
import { words } from '../../texts/words.ts';
import { ResourcePage, Section } from '../../ui/page.tsx';
import { CopyId, CustomerLink, Day, Go, Time } from '../../ui/values.tsx';
import { merchantName } from '../authorizations/authorizations.tsx';
import { merchantAmount } from './transactions.tsx';

/** One transaction: what was taken or returned, in both currencies, and what it belongs to. */
export const Component = () => (
  <ResourcePage
    name="transaction"
    title={(one) => `${words(one.kind)} of ${money(one.amount, one.currency)} at ${merchantName(one)}`}
  >
    {(one) => (
      <Section
        title="Overview"
        details={{
          Kind: words(one.kind),
          Amount: money(one.amount, one.currency),
          'Merchant amount': merchantAmount(one),
          Merchant: merchantName(one),
          'Merchant category': one.merchant.category,
          'Merchant country': one.merchant.country,
          'Processed by the card network': <Day on={one.network_date} />,
          Authorization: one.authorization_id && (
            <Go to={`/authorizations/${one.authorization_id}`}>{one.authorization_id}</Go>
          ),
          Card: <Go to={`/cards/${one.card_id}`}>{one.card_id}</Go>,
          Customer: <CustomerLink of={one} />,
          Recorded: <Time at={one.created_at} />,
          ID: <CopyId value={one.id} name="Transaction ID" />,
        }}
      />
    )}
  </ResourcePage>
);
