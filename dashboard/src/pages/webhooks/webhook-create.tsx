import { useState } from 'react';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { useGo } from '../../ui/links.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Buttons, CopyBelow, SecretOnce } from '../../ui/values.tsx';
import { type NewWebhook, WebhookForm } from './webhook-form.tsx';

/** Create Webhook: “Webhook URL”, event types, and Generate, which creates the Secret Key. */
export const Component = () => {
  const [created, setCreated] = useState<NewWebhook | null>(null);
  return (
    <Page title={t.all.createWebhook} crumbs={[{ text: t.all.webhooks, to: '/webhooks' }]}>
      <Section title={created ? t.webhooks.webhookCreated : t.all.endpoint}>
        {created ? <Created webhook={created} /> : <WebhookForm onCreated={setCreated} />}
      </Section>
    </Page>
  );
};

const Created = ({ webhook }: { readonly webhook: NewWebhook }) => {
  const go = useGo();
  const publicKey = webhook.secrets[0]?.public_key;
  return (
    <>
      <div className="wrap-anywhere">{webhook.url}</div>
      {publicKey === undefined ? (
        <SecretOnce name={t.all.secretKey} secret={webhook.secret} />
      ) : (
        <CopyBelow name={t.all.publicKey} value={publicKey} />
      )}
      <Buttons>
        <Button variant="primary" onClick={() => go(`/webhooks/${webhook.id}`)}>
          {t.webhooks.goToTheWebhook}
        </Button>
      </Buttons>
    </>
  );
};
