import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { scopes as allScopes, canGrant, type Role } from '../../../../functions/access.ts';
import type { Api } from '../../api/client.ts';
import { usePerson } from '../../session/session.tsx';
import { words } from '../../texts/words.ts';
import { ChoiceField, ChoicesField, fieldErrors, SubmitForm, TextField } from '../../ui/form.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { SecretOnce, useGo } from '../../ui/values.tsx';

type Body = NonNullable<Parameters<Api['apiKeys']['create']>[0]['body']>;

const crumbs = [
  { text: 'Manage', to: '/configure' },
  { text: 'API keys', to: '/configure/api-keys' },
];

/** Creates a restricted key: its permissions, the addresses it works from, and when it expires. */
export const Component = () => {
  const go = useGo();
  const [created, setCreated] = useState<{ readonly secret: string | undefined } | null>(null);
  return (
    <Page title="Create restricted key" crumbs={crumbs}>
      <Section title={created ? 'Key created' : 'Permissions'}>
        {created ? (
          <SpaceBetween size="m">
            <SecretOnce name="restricted key" secret={created.secret} again="Revoke it and create another one." />
            <Button variant="primary" onClick={() => go('/configure/api-keys')}>
              Go to the keys
            </Button>
          </SpaceBetween>
        ) : (
          <CreateForm onCreated={(secret) => setCreated({ secret })} />
        )}
      </Section>
    </Page>
  );
};

const CreateForm = ({ onCreated }: { readonly onCreated: (secret: string | undefined) => void }) => {
  const form = useTyped();
  const creation = useSubmit({
    send: (api, body: Body, idempotencyKey) => api.apiKeys.create({ body, idempotencyKey }),
    onDone: ({ secret_key }) => onCreated(secret_key),
  });
  const { name, scopes, networks } = form.typed;
  const pointers = networks.map((_, place) => `/allowed_ips/${place}`);
  const found = fieldErrors(creation, ['/name', '/scopes', '/allowed_ips', ...pointers, '/expires_at']);
  const { fields } = found;
  const invalid = ['/allowed_ips', ...pointers].find((pointer) => fields[pointer] !== undefined);
  return (
    <SubmitForm
      route="api-keys.create"
      submit="Create restricted key"
      sending={creation}
      found={found}
      cancelTo="/configure/api-keys"
      onSubmit={() => creation.submit(form.body())}
    >
      <TextField
        label="Name"
        hint="Describe what the key is for."
        value={name}
        error={fields['/name']}
        onChange={(value) => form.change({ name: value })}
      />
      <ChoicesField
        label="Scopes"
        hint="Write includes read. Revealing card numbers, redacting customers and attesting verifications need their own scopes."
        options={scopeOptions(usePerson()?.role ?? 'viewer')}
        value={scopes}
        error={fields['/scopes']}
        onChange={(chosen) => form.change({ scopes: allScopes.filter((scope) => chosen.includes(scope)) })}
      />
      <TextField
        label="Allowed IP addresses (optional)"
        hint="Addresses or blocks, such as 203.0.113.7, 2001:db8::/32. Leave empty to allow any address."
        value={form.typed.allowed}
        error={invalid && fields[invalid]}
        onChange={(value) => form.change({ allowed: value })}
      />
      <ChoiceField
        label="Expires"
        value={form.typed.life}
        options={lives}
        error={fields['/expires_at']}
        onChange={form.expireAfter}
      />
    </SubmitForm>
  );
};

const groups = [...new Set(allScopes.map((scope) => scope.slice(0, scope.indexOf(':'))))];

const isPlain = (scope: string): boolean => scope.endsWith(':read') || scope.endsWith(':write');

/** Scopes by what they are about, to choose one by one or together. Those that do more are in no group, so none is taken along. */
const scopeOptions = (role: Role) => {
  const granted = allScopes.filter((scope) => canGrant(role, scope)).map((scope) => ({ value: scope, label: scope }));
  const grouped = groups.map((group) => ({
    label: words(group),
    options: granted.filter(({ value }) => value.startsWith(`${group}:`) && isPlain(value)),
  }));
  return [...grouped, ...granted.filter(({ value }) => !isPlain(value))];
};

/** After how many days a key expires; 0 for never. */
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
  /** Fixed when it is chosen, so that a retry sends the same request. */
  readonly expires_at: string | null;
};

const day_ms = 24 * 60 * 60 * 1000;

/** What is typed into the form, and the request that is sent. */
const useTyped = () => {
  const [typed, setTyped] = useState<Typed>({
    name: '',
    scopes: [],
    allowed: '',
    life: '90',
    expires_at: expiryOf('90'),
  });
  const change = (part: Partial<Typed>) => setTyped({ ...typed, ...part });
  const networks = typed.allowed.split(/[\s,]+/).filter(Boolean);
  const { name, scopes, expires_at } = typed;
  return {
    ...{ typed: { ...typed, networks }, change },
    expireAfter: (life: Life) => change({ life, expires_at: expiryOf(life) }),
    body: (): Body => ({ name: name.trim(), scopes, allowed_ips: networks, expires_at }),
  };
};

const expiryOf = (life: Life): string | null =>
  life === '0' ? null : new Date(Date.now() + Number(life) * day_ms).toISOString();
