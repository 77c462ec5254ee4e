import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useEnvironment, useRefusal } from '../api/environment.tsx';
import { useSubmit } from '../api/use-submit.ts';
import { CopyBelow } from '../ui/copy.tsx';
import { Section } from '../ui/details.tsx';
import { useGo } from '../ui/go.tsx';
import { Page } from '../ui/page.tsx';
import { recordOf } from '../ui/pairs.ts';
import { SecretOnce } from '../ui/secret-once.tsx';
import { type Signature, SignatureField } from './webhooks/signature.tsx';
import { sentOf, typedOf, WebhookForm, type WebhookTyped } from './webhooks/webhook-form.tsx';

type Made = {
  readonly id: string;
  readonly url: string;
  readonly secret: string | undefined;
  /** What a private key's signatures are verified by. */
  readonly publicKey: string | undefined;
};

/** Create Webhook: “Webhook URL”, event types, and Generate, which makes the Secret Key. */
export const Component = () => {
  const [made, setMade] = useState<Made | null>(null);
  return (
    <Page title="Create Webhook" crumbs={[{ text: 'Webhooks', to: '/webhooks' }]}>
      <Section title={made ? 'Webhook created' : 'Endpoint'}>
        {made ? <Created made={made} /> : <CreateForm onMade={setMade} />}
      </Section>
    </Page>
  );
};

const CreateForm = ({ onMade }: { readonly onMade: (made: Made) => void }) => {
  const go = useGo();
  const { name } = useEnvironment();
  const [signature, setSignature] = useState<Signature>('hmac');
  const creation = useSubmit({
    send: (api, typed: WebhookTyped & { readonly signature: Signature }, idempotencyKey) => {
      const maps = { headers: recordOf(typed.headers), metadata: recordOf(typed.metadata) };
      return api.webhooks.create({ body: { ...sentOf(typed), ...maps, signature: typed.signature }, idempotencyKey });
    },
    onDone: ({ id, url, secret, secrets }) => onMade({ id, url, secret, publicKey: secrets[0]?.public_key }),
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
            : 'A public https address. A local sandbox also accepts http on this machine.',
        placeholder: 'https://example.com/webhooks',
      }}
      onCancel={() => go('/webhooks')}
      onSubmit={(typed) => creation.submit({ ...typed, signature })}
    >
      <SignatureField value={signature} onChange={setSignature} />
      <Box color="text-body-secondary">
        “Generate” creates the webhook and the key that signs every delivery. A Secret Key is shown once.
      </Box>
    </WebhookForm>
  );
};

const Created = ({ made }: { readonly made: Made }) => {
  const go = useGo();
  return (
    <SpaceBetween size="m">
      <Box className="wrap-anywhere">{made.url}</Box>
      {made.publicKey === undefined ? (
        <SecretOnce name="Secret Key" secret={made.secret} />
      ) : (
        <CopyBelow name="Public Key" value={made.publicKey} />
      )}
      <Button variant="primary" onClick={() => go(`/webhooks/${made.id}`)}>
        Go to the webhook
      </Button>
    </SpaceBetween>
  );
};
