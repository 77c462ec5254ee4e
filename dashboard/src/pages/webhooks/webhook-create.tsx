import { Box, Button } from '@cloudscape-design/components';
import { useState } from 'react';
import type { AnswerOf } from '../../api/client.ts';
import { useEnvironment } from '../../api/environment.tsx';
import { t } from '../../texts/texts.ts';
import { ChoiceField } from '../../ui/form.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { recordOf } from '../../ui/pairs.ts';
import { CopyBelow, SecretOnce, useGo } from '../../ui/values.tsx';
import { sentOf, signatures, WebhookForm } from './webhook-form.tsx';

type NewWebhook = AnswerOf<'webhooks.create'>;

/** Create Webhook: “Webhook URL”, event types, and Generate, which creates the Secret Key. */
export const Component = () => {
  const { name } = useEnvironment();
  const [signature, setSignature] = useState<keyof typeof t.webhooks.signatures>('hmac');
  const [created, setCreated] = useState<NewWebhook | null>(null);
  const form = (
    <WebhookForm
      route="webhooks.create"
      call={({ headers, metadata, ...typed }) => ({
        body: { ...sentOf(typed), headers: recordOf(headers), metadata: recordOf(metadata), signature },
      })}
      onDone={setCreated}
      urlHelp={{
        hint: name === 'live' ? t.webhooks.aPublicHttps : t.webhooks.aPublicHttps2,
        placeholder: 'https://example.com/webhooks',
      }}
    >
      <ChoiceField label={t.webhooks.signatureType} options={signatures} value={signature} onChange={setSignature} />
      <Box color="text-body-secondary">{t.webhooks.generateCreatesThe}</Box>
    </WebhookForm>
  );
  return (
    <Page title={t.all.createWebhook} crumbs={[{ text: t.all.webhooks, to: '/webhooks' }]}>
      <Section title={created ? t.webhooks.webhookCreated : t.all.endpoint}>
        {created ? <Created webhook={created} /> : form}
      </Section>
    </Page>
  );
};

const Created = ({ webhook }: { readonly webhook: NewWebhook }) => {
  const go = useGo();
  const publicKey = webhook.secrets[0]?.public_key;
  return (
    <>
      <Box className="wrap-anywhere">{webhook.url}</Box>
      {publicKey === undefined ? (
        <SecretOnce name={t.all.secretKey} secret={webhook.secret} />
      ) : (
        <CopyBelow name={t.all.publicKey} value={publicKey} />
      )}
      <Button variant="primary" onClick={() => go(`/webhooks/${webhook.id}`)}>
        {t.webhooks.goToTheWebhook}
      </Button>
    </>
  );
};
