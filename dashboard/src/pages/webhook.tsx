import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { Webhook } from '../api/objects.ts';
import { useObject } from '../api/use-object.ts';
import { CopyBelow, CopyId } from '../ui/copy.tsx';
import { Facts, HeaderList, Section } from '../ui/details.tsx';
import { Go } from '../ui/go.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { SecretOnce } from '../ui/secret-once.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { DeliveryTable } from './deliveries/delivery-table.tsx';
import { WebhookActions } from './webhooks/actions.tsx';
import { disabledInWords, healthInWords } from './webhooks/health.ts';
import { RotateSecret } from './webhooks/rotate-secret.tsx';
import { TestEvent } from './webhooks/test-event.tsx';

/** One webhook: where it leads, how it is doing, its Secret Key, and what it was sent. */
export const Component = () => {
  const { webhook: webhook_id = '' } = useParams();
  const query = useObject('webhook', webhook_id);
  return (
    <Page
      title="Webhook"
      crumbs={[{ text: 'Webhooks', to: '/webhooks' }]}
      actions={query.data && <WebhookActions webhook={query.data} />}
    >
      <Loaded query={query}>{(webhook) => <Shown webhook={webhook} />}</Loaded>
    </Page>
  );
};

const Shown = ({ webhook }: { readonly webhook: Webhook }) => (
  <SpaceBetween size="l">
    <Endpoint webhook={webhook} />
    <Secrets webhook={webhook} />
    <TestEvent webhook={webhook} />
    <DeliveryTable of={{ webhook_id: webhook.id }} title="Deliveries" />
    <Box>
      <Go to={`/deliveries?webhook_id=${webhook.id}&status=undelivered`}>Failed deliveries</Go>
    </Box>
  </SpaceBetween>
);

const Endpoint = ({ webhook }: { readonly webhook: Webhook }) => {
  const { health } = webhook;
  return (
    <Section title="Endpoint">
      <SpaceBetween size="m">
        <Facts
          facts={[
            [
              'Webhook URL',
              <span key="url" className="wrap-anywhere">
                {webhook.url}
              </span>,
            ],
            ['Status', <Status key="status" status={webhook.status} />],
            ['Health', <Status key="health" status={health.state} label={healthInWords(health)} />],
            ['Last success', <Time key="success" at={health.last_success_at} none="Never" />],
            ['Next retry', <Time key="probe" at={health.next_probe_at} />],
            ['Event types', webhook.event_types.join(', ')],
            ['Description', webhook.description],
            ['Disabled because', webhook.status_reason ?? disabledInWords(webhook.disabled_reason)],
            ['ID', <CopyId key="id" value={webhook.id} name="Webhook ID" />],
          ]}
        />
        {Object.keys(webhook.headers).length > 0 && (
          <div>
            <Box variant="h3">Delivery headers</Box>
            <HeaderList headers={webhook.headers} />
          </div>
        )}
        {Object.keys(webhook.metadata).length > 0 && (
          <div>
            <Box variant="h3">Metadata</Box>
            <Facts facts={Object.entries(webhook.metadata)} />
          </div>
        )}
      </SpaceBetween>
    </Section>
  );
};

const Secrets = ({ webhook }: { readonly webhook: Webhook }) => {
  const [made, setMade] = useState<{ readonly secret: string | undefined } | null>(null);
  return (
    <Section
      title="Secret Key"
      description="Signs every delivery, so that your endpoint can verify the sender."
      actions={<RotateSecret webhook={webhook} onRotated={setMade} />}
    >
      <SpaceBetween size="m">
        {made && <SecretOnce name="Secret Key" secret={made.secret} />}
        <ul className="plain-list">
          {webhook.secrets.map(({ version, created_at, expires_at, public_key }) => (
            <li key={version}>
              Version {version}, created <Time at={created_at} />
              {expires_at === null ? (
                ', in use'
              ) : (
                <>
                  {' '}
                  also signs until <Time at={expires_at} />
                </>
              )}
              {public_key && <CopyBelow name="Public Key" value={public_key} />}
            </li>
          ))}
        </ul>
      </SpaceBetween>
    </Section>
  );
};
