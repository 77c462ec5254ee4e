import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useEnvironment, useRefusal } from '../api/environment.tsx';
import { useSubmit } from '../api/use-submit.ts';
import { Section } from '../ui/details.tsx';
import { useGo } from '../ui/go.tsx';
import { Page } from '../ui/page.tsx';
import { recordOf } from '../ui/pairs.ts';
import { SecretOnce } from '../ui/secret-once.tsx';
import { sentOf, typedOf, WebhookForm, type WebhookTyped } from './webhooks/webhook-form.tsx';

type Made = { readonly id: string; readonly url: string; readonly secret: string | undefined };

/** Create Webhook: “Webhook URL”, event types, and Generate, which makes the Secret Key. */
export const Component = () => {
  const [made, setMade] = useState<Made | null>(null);
  return (
    <Page title="Create Webhook" crumbs={[{ text: 'Webhooks', to: '/webhooks' }]}>
      <Section title={made ? 'The webhook was created' : 'Endpoint'}>
        {made ? <Created made={made} /> : <CreateForm onMade={setMade} />}
      </Section>
    </Page>
  );
};

const CreateForm = ({ onMade }: { readonly onMade: (made: Made) => void }) => {
  const go = useGo();
  const { name } = useEnvironment();
  const creation = useSubmit({
    send: (api, typed: WebhookTyped, idempotencyKey) => {
      const body = { ...sentOf(typed), headers: recordOf(typed.headers), metadata: recordOf(typed.metadata) };
      return api.webhooks.create({ body, idempotencyKey });
    },
    onDone: ({ id, url, secret }) => onMade({ id, url, secret }),
  });
  return (
    <WebhookForm
      submit="Generate"
      sending={creation}
      unable={useRefusal()('webhooks.create')}
      before={typedOf()}
      urlHelp={{
        hint:
          name === 'live'
            ? 'A public https address.'
            : 'A public https address; a local sandbox takes http on this machine too.',
        placeholder: 'https://example.com/webhooks',
      }}
      onCancel={() => go('/webhooks')}
      onSubmit={creation.submit}
    >
      <Box color="text-body-secondary">
        “Generate” creates the webhook with its Secret Key, which signs every delivery. It is shown once.
      </Box>
    </WebhookForm>
  );
};

const Created = ({ made }: { readonly made: Made }) => {
  const go = useGo();
  return (
    <SpaceBetween size="m">
      <Box className="wrap-anywhere">{made.url}</Box>
      <SecretOnce name="Secret Key" secret={made.secret} />
      <Button variant="primary" onClick={() => go(`/webhooks/${made.id}`)}>
        Go to the webhook
      </Button>
    </SpaceBetween>
  );
};
