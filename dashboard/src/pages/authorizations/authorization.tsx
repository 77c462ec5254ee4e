import type { Authorization } from '../../api/client.ts';
import { money } from '../../texts/money.ts';
import { words } from '../../texts/words.ts';
import { ResourcePage, Section } from '../../ui/page.tsx';
import { CopyId, CustomerLink, Go, Status, Time } from '../../ui/values.tsx';
import { SimulateSettlement } from '../simulations/simulate.tsx';
import { Decision, merchantName } from './authorizations.tsx';

/** One authorization: the decision and its reason, and what became of the amount. */
export const Component = () => (
  <ResourcePage
    name="authorization"
    title={(one) => `${money(one.amount, one.currency)} at ${merchantName(one)}`}
    actions={(one) => <SimulateSettlement key={one.version} authorization={one} />}
  >
    {(one) => <Shown of={one} />}
  </ResourcePage>
);

const Shown = ({ of }: { readonly of: Authorization }) => (
  <>
    <Section
      title="Overview"
      details={{
        Decision: <Decision of={of} />,
        Status: <Status status={of.status} />,
        Amount: money(of.amount, of.currency),
        Captured: money(of.captured_amount, of.currency),
        Refunded: money(of.refunded_amount, of.currency),
        Card: <Go to={`/cards/${of.card_id}`}>{of.card_id}</Go>,
        Customer: <CustomerLink of={of} />,
        'Merchant category': of.merchant.category,
        'Merchant country': of.merchant.country,
        Requested: <Time at={of.created_at} />,
        Events: <Go to={`/events?resource_id=${of.id}`}>Events of this authorization</Go>,
        ID: <CopyId value={of.id} name="Authorization ID" />,
      }}
    />
    <Section title="Transactions">
      {of.transactions.length === 0 ? (
        'No captures or refunds yet'
      ) : (
        <ul className="plain-list">
          {of.transactions.map(({ id, kind, amount }) => (
            <li key={id}>
              {words(kind)}: {money(amount, of.currency)}, <CopyId value={id} name="Transaction ID" />
            </li>
          ))}
        </ul>
      )}
    </Section>
    <Section title="History" description="The amounts that counted towards the limits of the card.">
      <ol className="plain-list">
        {of.history.map(({ status, amount, at }) => (
          <li key={`${status} ${at} ${amount}`}>
            {words(status)}: {money(amount, of.currency)}, <Time at={at} />
          </li>
        ))}
      </ol>
      {of.declined_increment && (
        <div>
          An increase to {money(of.declined_increment.amount, of.currency)} was declined:{' '}
          {words(of.declined_increment.decline_reason).toLowerCase()}, <Time at={of.declined_increment.at} />
        </div>
      )}
    </Section>
  </>
);
