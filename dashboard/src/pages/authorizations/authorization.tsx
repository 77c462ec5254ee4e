import type { Authorization } from '../../api/client.ts';
import { categoryText } from '../../texts/categories.ts';
import { money } from '../../texts/money.ts';
import { filled, sentence, t } from '../../texts/texts.ts';
import { fallbackText } from '../../texts/webhooks.ts';
import { countryText, declineText, duration, words } from '../../texts/words.ts';
import { CardLink, CustomerLink, Go } from '../../ui/links.tsx';
import { ResourcePage, Section } from '../../ui/page.tsx';
import { CopyId, Status, Time } from '../../ui/values.tsx';
import { SimulateSettlement } from '../simulations/simulate.tsx';
import { TransactionTable } from '../transactions/transactions.tsx';
import { Decision } from './authorizations.tsx';
import { Decline } from './decline.tsx';
import { merchantName } from './merchant.ts';

/** One authorization: the decision and its reason, and what became of the amount. */
export const Component = () => (
  <ResourcePage
    name="authorization"
    title={(of) =>
      filled(t.authorizations.amountAtMerchant, {
        amount: money(of.amount, of.currency),
        merchant: merchantName(of),
      })
    }
    status={(of) => <Decision of={of} />}
    facts={(of) => ({
      [t.all.customer]: <CustomerLink of={of} />,
      [t.all.card]: <CardLink id={of.card_id} />,
      [t.authorizations.requested]: <Time at={of.created_at} />,
    })}
    actions={(one) => <SimulateSettlement key={one.version} authorization={one} />}
  >
    {(of) => (
      <>
        {!of.approved && <Decline of={of} />}
        <Section
          title={t.all.details}
          details={{
            [t.all.decidedBy]: t.authorizations.deciderTexts[of.decided_by],
            [t.authorizations.timeToDecide]: of.decision_ms !== null && duration(of.decision_ms),
            [t.authorizations.answer]:
              of.business_response && answerText(of.business_response, of.currency),
            [t.authorizations.fallbackBecause]:
              of.fallback_reason && fallbackText(of.fallback_reason),
            [t.all.status]: <Status status={of.status} />,
            [t.all.amount]: money(of.amount, of.currency),
            [t.authorizations.requestedAmount]:
              of.requested_amount !== of.amount && money(of.requested_amount, of.currency),
            [t.all.captured]: money(of.captured_amount, of.currency),
            [t.authorizations.refunded]: money(of.refunded_amount, of.currency),
            [t.all.merchantCategory]: categoryText(of.merchant.category),
            [t.all.merchantCountry]: countryText(of.merchant.country),
            [t.all.events]: (
              <Go to={`/events?resource_id=${of.id}`}>{t.authorizations.eventsOfThis}</Go>
            ),
            [t.all.id]: <CopyId value={of.id} name={t.all.authorizationId} />,
          }}
        />
        {Object.keys(of.metadata).length > 0 && (
          <Section title={t.authorizations.metadataOfThe} details={of.metadata} />
        )}
        <TransactionTable query={{ authorization_id: of.id }} />
        <Section title={t.authorizations.history} description={t.authorizations.theAmountsThat}>
          <ol className="plain-list">
            {of.history.map(({ status, amount, at }) => (
              <li key={`${status} ${at} ${amount}`}>
                {words(status)}: {money(amount, of.currency)}, <Time at={at} />
              </li>
            ))}
          </ol>
          {of.declined_increment && (
            <div>
              {sentence(t.authorizations.anIncreaseToAmount, {
                amount: money(of.declined_increment.amount, of.currency),
                reason: declineText(of.declined_increment.decline_reason),
                time: <Time at={of.declined_increment.at} />,
              })}
            </div>
          )}
        </Section>
      </>
    )}
  </ResourcePage>
);

/** The answer of the business about an amount. */
export const answerText = (
  { decision, amount, reason, response_ms }: NonNullable<Authorization['business_response']>,
  currency: string,
): string => {
  const decided =
    decision === 'approve' && amount !== null
      ? filled(t.authorizations.approvedAmount, { amount: money(amount, currency) })
      : t.authorizations.declined;
  const text = reason ? t.authorizations.answeredWithReason : t.authorizations.answered;
  return filled(text, { decided, reason, duration: duration(response_ms) });
};
