import { useState } from 'react';
import type { AnswerOf, ApiKey } from '../../api/client.ts';
import { useEnvironment } from '../../api/environment.tsx';
import { useApiKeys } from '../../api/use-read.ts';
import { filled, sentence, t } from '../../texts/texts.ts';
import { words } from '../../texts/words.ts';
import { ActionButton, ConfirmedAction } from '../../ui/action.tsx';
import { Alert } from '../../ui/alert.tsx';
import { createdColumn, ListTable, statusColumn } from '../../ui/list-table.tsx';
import { configureCrumbs, Loaded, Page, Section } from '../../ui/page.tsx';
import { Rotation } from '../../ui/rotation.tsx';
import { CopyBelow, Day, SecretOnce, Time } from '../../ui/values.tsx';

/** Manage → Configure → API keys: the pair in use, its rotation, and the history of keys. */
export const Component = () => {
  const what = useEnvironment().name === 'live' ? t.all.production : t.apiKeys.sandboxMode;
  const [created, setCreated] = useState<AnswerOf<'api-keys.rotate'> | null>(null);
  const query = useApiKeys();
  return (
    <Page
      title={t.all.apiKeys}
      crumbs={configureCrumbs}
      description={filled(t.apiKeys.theKeysOfWhatThe, { what })}
      actions={
        <>
          <ActionButton
            route="api-keys.create"
            to="/configure/api-keys/new"
            name={t.apiKeys.createRestricted}
          />
          <Rotation
            route="api-keys.rotate"
            variant="primary"
            call={(grace_seconds) => ({ body: { grace_seconds } })}
            onDone={setCreated}
            success={t.apiKeys.newKeysWereCreated}
            label={t.apiKeys.theOldKeysKeep}
            hint={t.apiKeys.replaceTheSecret}
          >
            {t.apiKeys.bothKeysAre}
          </Rotation>
        </>
      }
    >
      {created && <SecretOnce name={t.all.secretKey} secret={created.secret_key} />}
      <Loaded query={query}>
        {({ data }) => (
          <>
            <Pair keys={data} secret={created?.secret_key} />
            <KeyHistory />
          </>
        )}
      </Loaded>
    </Page>
  );
};

const Pair = ({
  keys,
  secret,
}: {
  readonly keys: readonly ApiKey[];
  readonly secret: string | undefined;
}) => {
  const current = (kind: ApiKey['kind']) =>
    keys.find((key) => key.kind === kind && key.status === 'active');
  const publicKey = current('public');
  const secretKey = current('secret');
  if (!publicKey && !secretKey)
    return (
      <Alert type="warning" header={t.apiKeys.noActiveKey}>
        {t.apiKeys.chooseRotateApiKey}
      </Alert>
    );
  const shown = secret ?? secretKey?.masked;
  const masked = secret === undefined && { unable: t.apiKeys.itWasShownInFull };
  return (
    <div className="halves">
      <Section title={t.all.publicKey} description={t.apiKeys.identifiesYour}>
        {publicKey?.key ? (
          <CopyBelow name={t.all.publicKey} value={publicKey.key} />
        ) : (
          t.apiKeys.noActiveKey2
        )}
      </Section>
      <Section title={t.all.secretKey} description={t.apiKeys.forYourServersOnly}>
        {shown ? (
          <CopyBelow name={t.all.secretKey} value={shown} {...masked} />
        ) : (
          t.apiKeys.noActiveKey2
        )}
      </Section>
    </div>
  );
};

/** Every key of the environment, newest first, with its permissions. */
const KeyHistory = () => (
  <ListTable
    title={t.apiKeys.keyHistory}
    route="api-keys.list"
    empty={t.apiKeys.noKeysYetChoose}
    columns={[
      { name: t.apiKeys.key, cell: (key) => <Named of={key} />, width: 230 },
      {
        name: t.all.kind,
        cell: ({ kind }) => filled(t.apiKeys.kindKey, { kind: words(kind) }),
        width: 110,
      },
      statusColumn,
      createdColumn,
      {
        name: t.all.expires,
        cell: ({ revoked_at, expires_at }) => <Time at={revoked_at ?? expires_at} />,
        least: 160,
      },
      { name: t.apiKeys.lastUsed, cell: lastUsedOf, width: 105 },
      { name: t.apiKeys.revoke, cell: revokeOf, width: 120 },
    ]}
  />
);

/** The name of a key and its visible characters; of a restricted key also its permissions. */
const Named = ({ of }: { readonly of: ApiKey }) => (
  <>
    {of.name !== null && <strong>{of.name} </strong>}
    {of.masked}
    {of.scopes && <span className="muted"> · {of.scopes.join(', ')}</span>}
    {of.allowed_ips.length > 0 && (
      <span className="muted">
        {' · '}
        {sentence(t.apiKeys.fromAllowedIps, { allowed_ips: of.allowed_ips.join(', ') })}
      </span>
    )}
  </>
);

/** The use of a public key is not recorded. */
const lastUsedOf = ({ kind, last_used_on: day }: ApiKey) =>
  kind !== 'public' && (day === null ? t.all.never : <Day on={day} />);

const revokeOf = (of: ApiKey) =>
  of.status !== 'revoked' &&
  of.status !== 'expired' && (
    <ConfirmedAction
      route="api-keys.revoke"
      name={t.apiKeys.revokeNow}
      thing={of.name ?? of.masked}
      variant="inline-link"
      call={{ params: { api_key_id: of.id }, body: {} }}
      success={filled(t.apiKeys.theKeyMaskedWas, { masked: of.masked })}
    >
      {filled(t.apiKeys.maskedStopsWorking, { masked: of.masked })}
      {of.kind !== 'public' && ` ${t.apiKeys.requestsWithThis}`}
    </ConfirmedAction>
  );
