import { useState } from 'react';
import type { AuthorizationEndpoint, CallOf } from '../../api/client.ts';
import { useRead } from '../../api/use-read.ts';
import { minorUnits, typedOf } from '../../texts/money.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceField, choicesOf, TextField } from '../../ui/fields.tsx';
import { RouteForm, useTyped } from '../../ui/form.tsx';
import { useGo } from '../../ui/links.tsx';
import { Loaded, Page, Section } from '../../ui/page.tsx';
import { type Pair, recordOf } from '../../ui/pairs.ts';
import { PairsField } from '../../ui/pairs-field.tsx';
import { Buttons, SecretOnce } from '../../ui/values.tsx';

const place = '/authorization-endpoint';

const decisions = choicesOf(t.authorizations.decisions);

/** Creates the authorization endpoint of the account, or changes it. */
export const Component = () => {
  const query = useRead('authorization-endpoints.list', {}, { isForm: true });
  const go = useGo();
  const [created, setCreated] = useState<{ readonly secret: string | undefined } | null>(null);
  if (created)
    return (
      <Page title={t.all.authorization}>
        <Section title={t.authorizations.endpointCreated}>
          <SecretOnce name={t.all.secretKey} secret={created.secret} />
          <Buttons>
            <Button variant="primary" onClick={() => go(place)}>
              {t.authorizations.goToTheEndpoint}
            </Button>
          </Buttons>
        </Section>
      </Page>
    );
  return (
    <Page
      title={
        query.data?.data.length === 0 ? t.authorizations.create : t.authorizations.editAuthorization
      }
      crumbs={[{ text: t.all.authorization, to: place }]}
    >
      <Section title={t.all.endpoint}>
        <Loaded query={query}>
          {({ data: [endpoint] }) => (
            <EndpointForm endpoint={endpoint} onCreated={(secret) => setCreated({ secret })} />
          )}
        </Loaded>
      </Section>
    </Page>
  );
};

const typedLimits = ({ fallback }: AuthorizationEndpoint): readonly Pair[] =>
  fallback.limits.map(({ currency, amount }) => ({
    name: currency,
    value: typedOf(amount, currency),
  }));

const EndpointForm = (props: {
  readonly endpoint: AuthorizationEndpoint | undefined;
  readonly onCreated: (secret: string | undefined) => void;
}) => {
  const { endpoint, onCreated } = props;
  const go = useGo();
  const { typed, change, field } = useTyped(() => ({
    url: endpoint?.url ?? '',
    timeout_ms: String(endpoint?.timeout_ms ?? 1_000),
    decision: endpoint?.fallback.decision ?? 'decline',
    limits: endpoint ? typedLimits(endpoint) : [],
  }));
  const { decision } = typed;
  const limits = Object.entries(recordOf(typed.limits)).map(([name, value]) => {
    const currency = name.trim().toUpperCase();
    return {
      currency,
      amount: /^[A-Z]{3}$/.test(currency) ? minorUnits(value, currency) : undefined,
    };
  });
  const wrong = decision === 'approve' && limits.some(({ amount }) => amount === undefined);
  const body = {
    url: typed.url.trim(),
    timeout_ms: Number(typed.timeout_ms) || typed.timeout_ms,
    fallback: {
      decision,
      limits:
        decision === 'approve'
          ? limits.map(({ currency, amount = 0 }) => ({ currency, amount }))
          : [],
    },
  };
  const call = endpoint ? { params: { authorization_endpoint_id: endpoint.id }, body } : { body };
  return (
    <RouteForm
      route={endpoint ? 'authorization-endpoints.update' : 'authorization-endpoints.create'}
      submit={endpoint ? t.all.save : t.authorizations.createEndpoint}
      unable={wrong ? t.authorizations.enterACurrencyAnd : null}
      cancelTo={place}
      call={() =>
        call as CallOf<'authorization-endpoints.create' | 'authorization-endpoints.update'>
      }
      {...(endpoint && { of: endpoint, success: t.authorizations.theAuthorization })}
      onDone={(one) => (endpoint ? go(place) : onCreated('secret' in one ? one.secret : undefined))}
    >
      <TextField
        label={t.all.url}
        type="url"
        placeholder="https://example.com/authorizations"
        {...field('url')}
      />
      <TextField
        label={t.authorizations.timeoutIn}
        hint={t.authorizations.howLongAnAnswerMay}
        inputMode="numeric"
        {...field('timeout_ms')}
      />
      <ChoiceField
        label={t.authorizations.fallback}
        options={decisions}
        {...field('decision')}
        at="/fallback"
      />
      {decision === 'approve' && (
        <PairsField
          label={t.authorizations.largestAmountsOf}
          hint={t.authorizations.theCurrencySuchAs}
          one={t.authorizations.currency}
          pointer="/fallback/limits"
          pairs={typed.limits}
          onChange={(next) => change({ limits: next })}
        />
      )}
    </RouteForm>
  );
};
