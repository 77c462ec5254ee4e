import { Button } from '@cloudscape-design/components';
import { useState } from 'react';
import type { AuthorizationEndpoint } from '../../api/client.ts';
import { useRead } from '../../api/use-read.ts';
import { minorUnits, typedOf } from '../../texts/money.ts';
import { ChoiceField, RouteForm, TextField, useTyped } from '../../ui/form.tsx';
import { Loaded, Page, Section } from '../../ui/page.tsx';
import { type Pair, recordOf } from '../../ui/pairs.ts';
import { PairsField } from '../../ui/pairs-field.tsx';
import { SecretOnce, useGo } from '../../ui/values.tsx';

const place = '/authorization-endpoint';

const decisions = [
  { value: 'decline', label: 'Decline', description: 'Nothing is approved while the endpoint does not answer' },
  { value: 'approve', label: 'Approve', description: 'Up to a limit in each currency' },
] as const;

/** Creates the authorization endpoint of the account, or changes it. */
export const Component = () => {
  const query = useRead('authorization-endpoints.list', {});
  const go = useGo();
  const [created, setCreated] = useState<{ readonly secret: string | undefined } | null>(null);
  if (created)
    return (
      <Page title="Authorization endpoint">
        <Section title="Endpoint created">
          <SecretOnce name="Secret Key" secret={created.secret} />
          <Button variant="primary" onClick={() => go(place)}>
            Go to the endpoint
          </Button>
        </Section>
      </Page>
    );
  return (
    <Page
      title={query.data?.data.length === 0 ? 'Create authorization endpoint' : 'Edit authorization endpoint'}
      crumbs={[{ text: 'Authorization endpoint', to: place }]}
    >
      <Section title="Endpoint">
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
  fallback.limits.map(({ currency, amount }) => ({ name: currency, value: typedOf(amount, currency) }));

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
    return { currency, amount: /^[A-Z]{3}$/.test(currency) ? minorUnits(value, currency) : undefined };
  });
  const wrong = decision === 'approve' && limits.some(({ amount }) => amount === undefined);
  const body = {
    url: typed.url.trim(),
    timeout_ms: Number(typed.timeout_ms),
    fallback: {
      decision,
      limits: decision === 'approve' ? limits.map(({ currency, amount = 0 }) => ({ currency, amount })) : [],
    },
  };
  const form = { unable: wrong ? 'Enter a currency and an amount in each limit.' : null, cancelTo: place };
  const fields = (
    <>
      <TextField label="URL" type="url" placeholder="https://example.com/authorizations" {...field('url')} />
      <TextField
        label="Timeout in milliseconds"
        hint="How long an answer may take. After that the fallback decides."
        inputMode="numeric"
        {...field('timeout_ms')}
      />
      <ChoiceField label="Fallback" options={decisions} {...field('decision')} at="/fallback" />
      {decision === 'approve' && (
        <PairsField
          label="Largest amounts of the fallback"
          hint="The currency, such as USD, and the largest amount that is approved, such as 25.00."
          one="currency"
          pointer="/fallback/limits"
          pairs={typed.limits}
          onChange={(next) => change({ limits: next })}
        />
      )}
    </>
  );
  if (!endpoint)
    return (
      <RouteForm
        {...form}
        route="authorization-endpoints.create"
        submit="Create endpoint"
        call={() => ({ body })}
        onDone={({ secret }) => onCreated(secret)}
      >
        {fields}
      </RouteForm>
    );
  return (
    <RouteForm
      {...form}
      route="authorization-endpoints.update"
      submit="Save"
      version={endpoint.version}
      call={() => ({ params: { authorization_endpoint_id: endpoint.id }, body })}
      success="The authorization endpoint was changed."
      onDone={() => go(place)}
    >
      {fields}
    </RouteForm>
  );
};
