import { Alert, Box, ColumnLayout, CopyToClipboard } from '@cloudscape-design/components';
import { useState } from 'react';
import type { ApiKey } from '../../api/client.ts';
import { useEnvironment } from '../../api/environment.tsx';
import { useApiKeys } from '../../api/use-read.ts';
import { words } from '../../texts/words.ts';
import { ActionButton, ConfirmedAction } from '../../ui/action.tsx';
import { createdColumn, ListTable, statusColumn } from '../../ui/list-table.tsx';
import { Loaded, Page, Section } from '../../ui/page.tsx';
import { Rotation } from '../../ui/rotation.tsx';
import { CopyBelow, Day, SecretOnce, Time } from '../../ui/values.tsx';

const crumbs = [
  { text: 'Manage', to: '/configure' },
  { text: 'Configure', to: '/configure' },
];

/** Manage → Configure → API keys: the pair in use, its rotation, and the history of keys. */
export const Component = () => {
  const { name } = useEnvironment();
  const [created, setCreated] = useState<{ readonly secret: string | undefined } | null>(null);
  const query = useApiKeys();
  return (
    <Page
      title="API keys"
      crumbs={crumbs}
      description={`The keys of ${name === 'live' ? 'Production' : 'Sandbox mode'}. The other environment has its own keys.`}
      actions={
        <>
          <ActionButton route="api-keys.create" to="/configure/api-keys/new">
            Create restricted key
          </ActionButton>
          <RotateKeys onRotated={(secret) => setCreated({ secret })} />
        </>
      }
    >
      {created && <SecretOnce name="Secret Key" secret={created.secret} />}
      <Loaded query={query}>{({ data }) => <Pair keys={data} secret={created?.secret} />}</Loaded>
      <KeyHistory />
    </Page>
  );
};

const RotateKeys = ({ onRotated }: { readonly onRotated: (secret: string | undefined) => void }) => (
  <Rotation
    route="api-keys.rotate"
    variant="primary"
    call={(grace_seconds) => ({ body: { grace_seconds } })}
    onDone={({ secret_key }) => onRotated(secret_key)}
    success="New keys were created."
    label="The old keys keep working for"
    hint="Replace the Secret Key in your programs within this time."
  >
    Both keys are replaced. After this time, requests with the old Secret Key are rejected with status 401.
  </Rotation>
);

const Pair = ({ keys, secret }: { readonly keys: readonly ApiKey[]; readonly secret: string | undefined }) => {
  const current = (kind: ApiKey['kind']) => keys.find((key) => key.kind === kind && key.status === 'active');
  const publicKey = current('public');
  const secretKey = current('secret');
  if (!publicKey && !secretKey)
    return (
      <Alert type="warning" header="No active key">
        Choose “Rotate API Key” to create a new pair.
      </Alert>
    );
  return (
    <ColumnLayout columns={2}>
      <Section
        title="Public Key"
        description="Identifies your account in client-side code. It gives access to nothing."
      >
        {publicKey?.key ? <CopyBelow name="Public Key" value={publicKey.key} /> : 'No active key.'}
      </Section>
      <Section title="Secret Key" description="For your servers only. Never use it in repositories, browsers or apps.">
        {secret === undefined ? (
          <MaskedKey masked={secretKey?.masked} />
        ) : (
          <CopyBelow name="Secret Key" value={secret} />
        )}
      </Section>
    </ColumnLayout>
  );
};

const MaskedKey = ({ masked }: { readonly masked: string | undefined }) =>
  masked === undefined ? (
    'No active key.'
  ) : (
    <div>
      <Box variant="code">{masked}</Box>
      <Box padding={{ top: 'xs' }}>
        <CopyToClipboard
          disabled
          disabledReason="It was shown in full once, when it was created. Rotate API Key creates one that you can copy."
          textToCopy=""
          copyButtonText="Copy Secret Key"
          copySuccessText=""
          copyErrorText=""
        />
      </Box>
    </div>
  );

/** Every key of the environment, newest first, with its permissions. */
const KeyHistory = () => (
  <ListTable
    title="Key history"
    route="api-keys.list"
    empty="No keys yet. Choose “Rotate API Key”."
    columns={[
      { name: 'Key', cell: (key) => <Named of={key} />, width: 150 },
      { name: 'Kind', cell: ({ kind }) => `${words(kind)} Key`, width: 110 },
      statusColumn,
      createdColumn,
      { name: 'Expires', cell: ({ revoked_at, expires_at }) => <Time at={revoked_at ?? expires_at} />, width: 125 },
      { name: 'Last used', cell: (key) => <LastUsed of={key} />, width: 105 },
      { name: 'Revoke', cell: (key) => <Revoke of={key} />, width: 120 },
    ]}
  />
);

/** The name of a key and its visible characters; of a restricted key also its permissions. */
const Named = ({ of }: { readonly of: ApiKey }) => (
  <>
    {of.name !== null && <Box fontWeight="bold">{of.name}</Box>}
    <div>{of.masked}</div>
    {of.scopes && <Box color="text-body-secondary">{of.scopes.join(', ')}</Box>}
    {of.allowed_ips.length > 0 && <Box color="text-body-secondary">from {of.allowed_ips.join(', ')}</Box>}
  </>
);

const LastUsed = ({ of }: { readonly of: ApiKey }) =>
  of.kind === 'public' ? '–' : of.last_used_on === null ? 'Never' : <Day on={of.last_used_on} />;

const Revoke = ({ of }: { readonly of: ApiKey }) =>
  of.status === 'revoked' || of.status === 'expired' ? (
    '–'
  ) : (
    <ConfirmedAction
      route="api-keys.revoke"
      name="Revoke now"
      thing={of.name ?? of.masked}
      variant="inline-link"
      call={{ params: { api_key_id: of.id }, body: {} }}
      success={`The key ${of.masked} was revoked.`}
    >
      {of.masked} stops working within 60 seconds. This cannot be undone.
      {of.kind !== 'public' && ' Requests with this key will be rejected.'}
    </ConfirmedAction>
  );
