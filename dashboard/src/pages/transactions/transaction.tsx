import { categoryText } from '../../texts/categories.ts';
import { money } from '../../texts/money.ts';
import { filled, t } from '../../texts/texts.ts';
import { countryText, words } from '../../texts/words.ts';
import { CardLink, CustomerLink, Go } from '../../ui/links.tsx';
import { ResourcePage, Section } from '../../ui/page.tsx';
import { CopyId, Day, Time } from '../../ui/values.tsx';
import { merchantName } from '../authorizations/merchant.ts';
import { merchantAmount } from './transactions.tsx';

/** One transaction: what was taken or returned, in both currencies, and what it belongs to. */
export const Component = () => (
  <ResourcePage
    name="transaction"
    title={(one) =>
      filled(t.transactions.kindOfAmountAt, {
        kind: words(one.kind),
        amount: money(one.amount, one.currency),
        merchant: merchantName(one),
      })
    }
    facts={(one) => ({
      [t.all.customer]: <CustomerLink of={one} />,
      [t.all.card]: <CardLink id={one.card_id} />,
      [t.transactions.recorded]: <Time at={one.created_at} />,
    })}
  >
    {(one) => (
      <Section
        title={t.all.details}
        details={{
          [t.all.kind]: words(one.kind),
          [t.all.amount]: money(one.amount, one.currency),
          [t.transactions.merchantAmount]: merchantAmount(one),
          [t.all.merchant]: merchantName(one),
          [t.all.merchantCategory]: categoryText(one.merchant.category),
          [t.all.merchantCountry]: countryText(one.merchant.country),
          [t.transactions.processedByTheCard]: <Day on={one.network_date} />,
          [t.transactions.authorization]: one.authorization_id && (
            <Go to={`/authorizations/${one.authorization_id}`}>{one.authorization_id}</Go>
          ),
          [t.all.id]: <CopyId value={one.id} name={t.transactions.transactionId} />,
        }}
      />
    )}
  </ResourcePage>
);
