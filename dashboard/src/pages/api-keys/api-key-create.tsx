import { useState } from 'react';
import { scopes as allScopes, canGrant, type Role } from '../../../../functions/core/access.ts';
import type { AnswerOf, InputOf } from '../../api/client.ts';
import { usePerson } from '../../session/session.tsx';
import { t } from '../../texts/texts.ts';
import { words } from '../../texts/words.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceField, ChoicesField, choicesOf, TextField } from '../../ui/fields.tsx';
import { RouteForm, useTyped } from '../../ui/form.tsx';
import { useGo } from '../../ui/links.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Buttons, SecretOnce } from '../../ui/values.tsx';

type NewKey = AnswerOf<'api-keys.create'>;

const crumbs = [
  { text: t.all.manage, to: '/configure' },
  { text: t.all.apiKeys, to: '/configure/api-keys' },
];

/** Creates a restricted key: its permissions, the addresses it works from, and when it expires. */
export const Component = () => {
  const go = useGo();
  const [created, setCreated] = useState<NewKey | null>(null);
  return (
    <Page title={t.apiKeys.createRestricted} crumbs={crumbs}>
      {created ? (
        <Section title={t.apiKeys.keyCreated}>
          <SecretOnce
            name={t.apiKeys.restrictedKey}
            secret={created.secret_key}
            again={t.apiKeys.revokeItAndCreate}
          />
          <Buttons>
            <Button variant="primary" onClick={() => go('/configure/api-keys')}>
              {t.apiKeys.goToTheKeys}
            </Button>
          </Buttons>
        </Section>
      ) : (
        <Section title={t.apiKeys.permissions}>
          <CreateForm onCreated={setCreated} />
        </Section>
      )}
    </Page>
  );
};

const CreateForm = ({ onCreated }: { readonly onCreated: (key: NewKey) => void }) => {
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
      submit={t.apiKeys.createRestricted}
      call={() => ({ body: { name: name.trim(), scopes, allowed_ips, expires_at } })}
      onDone={onCreated}
      cancelTo="/configure/api-keys"
    >
      <TextField label={t.all.name} hint={t.apiKeys.describeWhatTheKey} {...field('name')} />
      <ChoicesField
        label={t.apiKeys.scopes}
        hint={t.apiKeys.writeIncludesRead}
        options={scopeOptions(role)}
        {...field('scopes')}
        onChange={(chosen) =>
          change({ scopes: allScopes.filter((scope) => chosen.includes(scope)) })
        }
      />
      <TextField
        label={t.apiKeys.allowedIpAddresses}
        hint={t.apiKeys.addressesOrBlocks}
        {...field('allowed_ips')}
      />
      <ChoiceField
        label={t.all.expires}
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
  const granted = allScopes
    .filter((scope) => canGrant(role, scope))
    .map((scope) => ({ value: scope, label: scope }));
  const grouped = groups.map((group) => ({
    label: words(group),
    options: granted.filter(({ value }) => value.startsWith(`${group}:`) && isPlain(value)),
  }));
  return [...grouped, ...granted.filter(({ value }) => !isPlain(value))];
};

/** After how many days a key expires; 0 for never. */
const lives = choicesOf(t.apiKeys.lives);
type Life = keyof typeof t.apiKeys.lives;

const day_ms = 24 * 60 * 60 * 1000;

const expiryOf = (life: Life): string | null =>
  life === '0' ? null : new Date(Date.now() + Number(life) * day_ms).toISOString();
