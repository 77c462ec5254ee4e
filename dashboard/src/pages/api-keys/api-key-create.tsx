import { Button } from '@cloudscape-design/components';
import { useState } from 'react';
import { scopes as allScopes, canGrant, type Role } from '../../../../functions/access.ts';
import type { InputOf } from '../../api/client.ts';
import { usePerson } from '../../session/session.tsx';
import { words } from '../../texts/words.ts';
import { ChoiceField, ChoicesField, RouteForm, TextField, useTyped } from '../../ui/form.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { SecretOnce, useGo } from '../../ui/values.tsx';

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
      {created ? (
        <Section title="Key created">
          <SecretOnce name="restricted key" secret={created.secret} again="Revoke it and create another one." />
          <Button variant="primary" onClick={() => go('/configure/api-keys')}>
            Go to the keys
          </Button>
        </Section>
      ) : (
        <Section title="Permissions">
          <CreateForm onCreated={(secret) => setCreated({ secret })} />
        </Section>
      )}
    </Page>
  );
};

const CreateForm = ({ onCreated }: { readonly onCreated: (secret: string | undefined) => void }) => {
  const role = usePerson()?.role ?? 'viewer';
  const { typed, change, field } = useTyped(() => ({
    name: '',
    scopes: [] as InputOf<'api-keys.create'>['scopes'],
    allowed_ips: '',
    life: '90' as Life,
    // Fixed when it is chosen, so that a retry sends the same request.
    expires_at: expiryOf('90'),
  }));
  const { name, scopes, life, expires_at } = typed;
  const allowed_ips = typed.allowed_ips.split(/[\s,]+/).filter(Boolean);
  return (
    <RouteForm
      route="api-keys.create"
      submit="Create restricted key"
      call={() => ({ body: { name: name.trim(), scopes, allowed_ips, expires_at } })}
      onDone={({ secret_key }) => onCreated(secret_key)}
      cancelTo="/configure/api-keys"
    >
      <TextField label="Name" hint="Describe what the key is for." {...field('name')} />
      <ChoicesField
        label="Scopes"
        hint="Write includes read. Revealing card numbers, redacting customers and attesting verifications need their own scopes."
        options={scopeOptions(role)}
        {...field('scopes')}
        onChange={(chosen) => change({ scopes: allScopes.filter((scope) => chosen.includes(scope)) })}
      />
      <TextField
        label="Allowed IP addresses (optional)"
        hint="Addresses or blocks, such as 203.0.113.7, 2001:db8::/32. Leave empty to allow any address."
        {...field('allowed_ips')}
      />
      <ChoiceField
        label="Expires"
        at="/expires_at"
        value={life}
        options={lives}
        onChange={(next) => change({ life: next, expires_at: expiryOf(next) })}
      />
    </RouteForm>
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

const day_ms = 24 * 60 * 60 * 1000;

const expiryOf = (life: Life): string | null =>
  life === '0' ? null : new Date(Date.now() + Number(life) * day_ms).toISOString();
