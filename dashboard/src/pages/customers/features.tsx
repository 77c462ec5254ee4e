import type { CustomerFeature } from '../../api/client.ts';
import { useRead } from '../../api/use-read.ts';
import { money } from '../../texts/money.ts';
import { inSentence, t } from '../../texts/texts.ts';
import { ineligibleText, words } from '../../texts/words.ts';
import { ActionButton } from '../../ui/action.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Loaded, Section } from '../../ui/page.tsx';
import { RequirementSteps } from '../../ui/requirement-steps.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { Status, Time } from '../../ui/values.tsx';

const waiting_ms = 3_000;

/** The features of a customer, and step by step what is missing. */
export const Features = ({ customerId: customer_id }: { readonly customerId: string }) => {
  const query = useRead(
    'customer-features.list',
    { params: { customer_id } },
    { follow: ({ data }) => (data.some(isWaiting) ? waiting_ms : false) },
  );
  return (
    <Loaded query={query}>
      {({ data }) => data.map((feature) => <Feature key={feature.feature} feature={feature} />)}
    </Loaded>
  );
};

const isWaiting = ({ requirements }: CustomerFeature): boolean =>
  requirements.pending_verification.length > 0;

const Feature = ({ feature }: { readonly feature: CustomerFeature }) => {
  const { customer_id, allowed_actions } = feature;
  const change = useSubmit({
    route: 'customer-features.activate',
    send: (api, to: 'activate' | 'deactivate', idempotencyKey) =>
      api.customerFeatures[to]({
        params: { customer_id, feature: feature.feature },
        body: {},
        idempotencyKey,
      }),
    success: ({ status }) => `${words(feature.feature)}: ${inSentence(words(status))}.`,
  });
  const actions = (['activate', 'deactivate'] as const).filter((one) =>
    allowed_actions.includes(one),
  );
  return (
    <Section
      title={words(feature.feature)}
      actions={actions.map((one) => (
        <ActionButton
          key={one}
          route={`customer-features.${one}`}
          name={words(one)}
          busy={change.busy}
          onClick={() => change.submit(one)}
        />
      ))}
      details={{
        [t.all.status]: <Status status={feature.status} />,
        [t.customers.eligibility]: <Status status={feature.eligibility} />,
        [t.customers.activeSince]: feature.activated_at && <Time at={feature.activated_at} />,
        [t.all.reason]: feature.status_reason && words(feature.status_reason),
        [t.all.limits]: feature.limits.length > 0 && (
          <ul className="plain-list">
            {feature.limits.map(({ amount, currency, interval }) => (
              <li key={`${interval} ${currency}`}>
                {words(interval)}: {money(amount, currency)}
              </li>
            ))}
          </ul>
        ),
      }}
    >
      {feature.ineligible_reasons.map((reason) => (
        <div key={reason.code}>{ineligibleText(reason)}</div>
      ))}
      <RequirementSteps requirements={feature.requirements} />
      {change.error && <ErrorAlert error={change.error} />}
    </Section>
  );
};
