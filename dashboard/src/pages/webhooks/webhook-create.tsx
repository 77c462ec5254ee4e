import { Box, Button } from '@cloudscape-design/components';
import { useState } from 'react';
import { useEnvironment } from '../../api/environment.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { recordOf } from '../../ui/pairs.ts';
import { CopyBelow, SecretOnce, useGo } from '../../ui/values.tsx';
import { type Signature, SignatureField, sentOf, typedOf, WebhookForm } from './webhook-form.tsx';

type NewWebhook = {
  readonly id: string;
  readonly url: string;
  readonly secret: string | undefined;
  /** Verifies the signatures of a private key. */
  readonly publicKey: string | undefined;
};

/** Create Webhook: “Webhook URL”, event types, and Generate, which creates the Secret Key. */
export const Component = () => {
  const [created, setCreated] = useState<NewWebhook | null>(null);
  return (
    <Page title="Create Webhook" crumbs={[{ text: 'Webhooks', to: '/webhooks' }]}>
      <Section title={created ? 'Webhook created' : 'Endpoint'}>
        {created ? <Created webhook={created} /> : <CreateForm onCreated={setCreated} />}
      </Section>
    </Page>
  );
};

const CreateForm = ({ onCreated }: { readonly onCreated: (created: NewWebhook) => void }) => {
  const { name } = useEnvironment();
  const [signature, setSignature] = useState<Signature>('hmac');
  return (
    <WebhookForm
      submit="Generate"
      route="webhooks.create"
      call={({ headers, metadata, ...typed }) => ({
        body: { ...sentOf(typed), headers: recordOf(headers), metadata: recordOf(metadata), signature },
      })}
      onDone={({ id, url, secret, secrets }) => onCreated({ id, url, secret, publicKey: secrets[0]?.public_key })}
      before={typedOf()}
      urlHelp={{
        hint:
          name === 'live'
            ? 'A public https address.'
            : 'A public https address. A local sandbox also accepts http on this machine.',
        placeholder: 'https://example.com/webhooks',
      }}
      cancelTo="/webhooks"
    >
      <SignatureField value={signature} onChange={setSignature} />
      <Box color="text-body-secondary">
        “Generate” creates the webhook and the key that signs every delivery. A Secret Key is shown once.
      </Box>
    </WebhookForm>
  );
};

const Created = ({ webhook }: { readonly webhook: NewWebhook }) => {
  const go = useGo();
  return (
    <>
      <Box className="wrap-anywhere">{webhook.url}</Box>
      {webhook.publicKey === undefined ? (
        <SecretOnce name="Secret Key" secret={webhook.secret} />
      ) : (
        <CopyBelow name="Public Key" value={webhook.publicKey} />
      )}
      <Button variant="primary" onClick={() => go(`/webhooks/${webhook.id}`)}>
        Go to the webhook
      </Button>
    </>
  );
};
