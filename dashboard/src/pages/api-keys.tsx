import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useEnvironment } from '../api/environment.tsx';
import type { ApiKey } from '../api/objects.ts';
import { useRead } from '../api/use-read.ts';
import { ActionButton } from '../ui/action.tsx';
import { CopyBelow } from '../ui/copy.tsx';
import { Section } from '../ui/details.tsx';
import { useGo } from '../ui/go.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { SecretOnce } from '../ui/secret-once.tsx';
import { KeyHistory } from './api-keys/key-history.tsx';
import { RotateKeys } from './api-keys/rotate-keys.tsx';

const crumbs = [
  { text: 'Manage', to: '/configure' },
  { text: 'Configure', to: '/configure' },
];

/** Manage → Configure → API keys: the pair in use, its rotation, and the keys before. */
export const Component = () => {
  const { name } = useEnvironment();
  const [made, setMade] = useState<{ readonly secret: string | undefined } | null>(null);
  const go = useGo();
  // Restricted keys made since stand before the pair.
  const query = useRead({
    key: ['api-keys', 'current'],
    read: (api, signal) => api.apiKeys.list({ query: { limit: 100 }, signal }),
  });
  return (
    <Page
      title="API keys"
      crumbs={crumbs}
      description={`The keys of ${name === 'live' ? 'Production' : 'Sandbox mode'}. The other environment has its own keys.`}
      actions={
        <SpaceBetween direction="horizontal" size="xs">
          <ActionButton route="api-keys.create" onClick={() => go('/configure/api-keys/new')}>
            Create restricted key
          </ActionButton>
          <RotateKeys onRotated={(secret) => setMade({ secret })} />
        </SpaceBetween>
      }
    >
      <SpaceBetween size="l">
        {made && <SecretOnce name="Secret Key" secret={made.secret} />}
        <Loaded query={query}>{({ data }) => <Pair keys={data} secret={made?.secret} />}</Loaded>
        <KeyHistory />
      </SpaceBetween>
    </Page>
  );
};

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
        <SecretKey masked={secretKey?.masked} secret={secret} />
      </Section>
    </ColumnLayout>
  );
};

const SecretKey = ({
  masked,
  secret,
}: {
  readonly masked: string | undefined;
  readonly secret: string | undefined;
}) => {
  if (secret !== undefined) return <CopyBelow name="Secret Key" value={secret} />;
  if (masked === undefined) return 'No active key.';
  return (
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
};
