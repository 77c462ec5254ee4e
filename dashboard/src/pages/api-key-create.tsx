import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { Api } from '../api/client.ts';
import { useRefusal } from '../api/environment.tsx';
import { useSubmit } from '../api/use-submit.ts';
import { Section } from '../ui/details.tsx';
import { ChoiceField, fieldsOf, SubmitForm, TextField } from '../ui/form.tsx';
import { useGo } from '../ui/go.tsx';
import { Page } from '../ui/page.tsx';
import { SecretOnce } from '../ui/secret-once.tsx';
import { ScopesField } from './api-keys/scopes-field.tsx';

type Body = NonNullable<Parameters<Api['apiKeys']['create']>[0]['body']>;

const crumbs = [
  { text: 'Manage', to: '/configure' },
  { text: 'API keys', to: '/configure/api-keys' },
];

/** Makes a restricted key: what it may do, where from, and until when. */
export const Component = () => {
  const go = useGo();
  const [made, setMade] = useState<{ readonly secret: string | undefined } | null>(null);
  return (
    <Page title="Create restricted key" crumbs={crumbs}>
      <Section title={made ? 'Key created' : 'Permissions'}>
        {made ? (
          <SpaceBetween size="m">
            <SecretOnce name="restricted key" secret={made.secret} again="Revoke it and create another one." />
            <Button variant="primary" onClick={() => go('/configure/api-keys')}>
              Go to the keys
            </Button>
          </SpaceBetween>
        ) : (
          <CreateForm onMade={(secret) => setMade({ secret })} />
        )}
      </Section>
    </Page>
  );
};

const CreateForm = ({ onMade }: { readonly onMade: (secret: string | undefined) => void }) => {
  const go = useGo();
  const form = useTyped();
  const creation = useSubmit({
    send: (api, body: Body, idempotencyKey) => api.apiKeys.create({ body, idempotencyKey }),
    onDone: ({ secret_key }) => onMade(secret_key),
  });
  const { name, scopes, networks } = form.typed;
  const pointers = networks.map((_, place) => `/allowed_ips/${place}`);
  const found = fieldsOf(creation, ['/name', '/scopes', '/allowed_ips', ...pointers, '/expires_at']);
  const { fields } = found;
  const wrong = ['/allowed_ips', ...pointers].find((pointer) => fields[pointer] !== undefined);
  return (
    <SubmitForm
      submit="Create restricted key"
      sending={creation}
      found={found}
      unable={useRefusal()('api-keys.create')}
      onCancel={() => go('/configure/api-keys')}
      onSubmit={() => creation.submit(form.body())}
    >
      <TextField
        label="Name"
        hint="Describe what the key is for."
        value={name}
        error={fields['/name']}
        onChange={(value) => form.change({ name: value })}
      />
      <ScopesField value={scopes} error={fields['/scopes']} onChange={(value) => form.change({ scopes: value })} />
      <TextField
        label="Allowed IP addresses (optional)"
        hint="Addresses or blocks, such as 203.0.113.7, 2001:db8::/32. Leave empty to allow any address."
        value={form.typed.allowed}
        error={wrong && fields[wrong]}
        onChange={(value) => form.change({ allowed: value })}
      />
      <ChoiceField
        label="Expires"
        value={form.typed.life}
        options={lives}
        error={fields['/expires_at']}
        onChange={form.endAfter}
      />
    </SubmitForm>
  );
};

/** After how many days a key ends by itself; 0: it does not. */
const lives = [
  { value: '0', label: 'Never' },
  { value: '7', label: 'After 7 days' },
  { value: '30', label: 'After 30 days' },
  { value: '90', label: 'After 90 days' },
  { value: '365', label: 'After a year' },
] as const;
type Life = (typeof lives)[number]['value'];

type Typed = {
  readonly name: string;
  readonly scopes: Body['scopes'];
  readonly allowed: string;
  readonly life: Life;
  /** Fixed when it is chosen: what is sent again is the same request. */
  readonly expires_at: string | null;
};

const day_ms = 24 * 60 * 60 * 1000;

/** What is typed into the form, and the request it comes to. */
const useTyped = () => {
  const [typed, setTyped] = useState<Typed>({ name: '', scopes: [], allowed: '', life: '90', expires_at: endOf('90') });
  const change = (part: Partial<Typed>) => setTyped({ ...typed, ...part });
  const networks = typed.allowed.split(/[\s,]+/).filter(Boolean);
  const { name, scopes, expires_at } = typed;
  return {
    ...{ typed: { ...typed, networks }, change },
    endAfter: (life: Life) => change({ life, expires_at: endOf(life) }),
    body: (): Body => ({ name: name.trim(), scopes, allowed_ips: networks, expires_at }),
  };
};

const endOf = (life: Life): string | null =>
  life === '0' ? null : new Date(Date.now() + Number(life) * day_ms).toISOString();
