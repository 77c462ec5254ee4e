import type { Authorization } from '../../api/client.ts';
import { money } from '../../texts/money.ts';
import { fallbackText } from '../../texts/webhooks.ts';
import { duration, words } from '../../texts/words.ts';
import { ResourcePage, Section } from '../../ui/page.tsx';
import { CopyId, CustomerLink, Go, Status, Time } from '../../ui/values.tsx';
import { SimulateSettlement } from '../simulations/simulate.tsx';
import { TransactionTable } from '../transactions/transactions.tsx';
import { Decision, merchantName } from './authorizations.tsx';
import { deciderTexts, reasonText } from './reasons.ts';

/** One authorization: the decision and its reason, and what became of the amount. */
export const Component = () => (
  <ResourcePage
    name="authorization"
    title={(one) => `${money(one.amount, one.currency)} at ${merchantName(one)}`}
    actions={(one) => <SimulateSettlement key={one.version} authorization={one} />}
  >
    {(of) => (
      <>
        <Section
          title="Overview"
          details={{
            Decision: <Decision of={of} />,
            'Decided by': deciderTexts[of.decided_by],
            'Time to decide': of.decision_ms !== null && duration(of.decision_ms),
            Answer: of.business_response && answerText(of.business_response, of.currency),
            'Fallback because': of.fallback_reason && fallbackText(of.fallback_reason),
            Status: <Status status={of.status} />,
            Amount: money(of.amount, of.currency),
            'Requested amount': of.requested_amount !== of.amount && money(of.requested_amount, of.currency),
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
        {Object.keys(of.metadata).length > 0 && <Section title="Metadata of the answer" details={of.metadata} />}
        <TransactionTable query={{ authorization_id: of.id }} />
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
              {reasonText(of.declined_increment.decline_reason)} <Time at={of.declined_increment.at} />
            </div>
          )}
        </Section>
      </>
    )}
  </ResourcePage>
);

/** What the business answered about an amount. */
export const answerText = (
  { decision, amount, reason, response_ms }: NonNullable<Authorization['business_response']>,
  currency: string,
): string => {
  const decided = decision === 'approve' && amount !== null ? `Approved ${money(amount, currency)}` : 'Declined';
  return `${decided}${reason ? `, reason “${reason}”` : ''}, in ${duration(response_ms)}`;
};
