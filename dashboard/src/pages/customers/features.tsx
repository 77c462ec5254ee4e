import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { CustomerFeature } from '../../api/objects.ts';
import { useRead } from '../../api/use-read.ts';
import { useSubmit } from '../../api/use-submit.ts';
import { money, words } from '../../texts/words.ts';
import { ActionButton } from '../../ui/action.tsx';
import { Facts, Section } from '../../ui/details.tsx';
import { useFlash } from '../../ui/flashes.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { ProblemAlert } from '../../ui/problem.tsx';
import { RequirementSteps } from '../../ui/requirement-steps.tsx';
import { Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';

const waiting_ms = 3_000;

/** What a customer may use, and step by step what is missing. */
export const Features = ({ customerId: customer_id }: { readonly customerId: string }) => {
  const query = useRead({
    key: ['features', customer_id],
    read: (api, signal) => api.customerFeatures.list({ params: { customer_id }, signal }),
    follow: ({ data }) => (data.some(isWaiting) ? waiting_ms : false),
  });
  return (
    <Loaded query={query}>
      {({ data }) => (
        <SpaceBetween size="l">
          {data.map((feature) => (
            <Feature key={feature.feature} feature={feature} />
          ))}
        </SpaceBetween>
      )}
    </Loaded>
  );
};

const isWaiting = ({ requirements }: CustomerFeature): boolean => requirements.pending_verification.length > 0;

const Feature = ({ feature }: { readonly feature: CustomerFeature }) => {
  const { customer_id, allowed_actions } = feature;
  const flash = useFlash();
  const change = useSubmit({
    send: (api, to: 'activate' | 'deactivate', idempotencyKey) =>
      api.customerFeatures[to]({ params: { customer_id, feature: feature.feature }, body: {}, idempotencyKey }),
    onDone: ({ status }) => flash({ type: 'success', text: `${words(feature.feature)}: ${status}.` }),
  });
  const actions = (['activate', 'deactivate'] as const).filter((one) => allowed_actions.includes(one));
  return (
    <Section
      title={words(feature.feature)}
      actions={
        <SpaceBetween direction="horizontal" size="xs">
          {actions.map((one) => (
            <ActionButton
              key={one}
              route={`customer-features.${one}`}
              busy={change.busy}
              onClick={() => change.submit(one)}
            >
              {words(one)}
            </ActionButton>
          ))}
        </SpaceBetween>
      }
    >
      <SpaceBetween size="m">
        <Standing of={feature} />
        {feature.ineligible_reasons.map(({ code, description }) => (
          <Box key={code}>{description}</Box>
        ))}
        <RequirementSteps requirements={feature.requirements} />
        {change.problem && <ProblemAlert error={change.problem} />}
      </SpaceBetween>
    </Section>
  );
};

const Standing = ({ of }: { readonly of: CustomerFeature }) => (
  <Facts
    facts={[
      ['Status', <Status key="status" status={of.status} />],
      ['Eligibility', <Status key="eligibility" status={of.eligibility} />],
      ['Active since', <Time key="since" at={of.activated_at} />],
      ['Reason', of.status_reason && words(of.status_reason)],
      ['Limits', <Limits key="limits" of={of} />],
    ]}
  />
);

const Limits = ({ of }: { readonly of: CustomerFeature }) =>
  of.limits.length === 0 ? (
    '–'
  ) : (
    <ul className="plain-list">
      {of.limits.map(({ amount, currency, interval }) => (
        <li key={`${interval} ${currency}`}>
          {words(interval)}: {money(amount, currency)}
        </li>
      ))}
    </ul>
  );
