import type { Api } from '../../api/client.ts';
import type { Webhook } from '../../api/objects.ts';
import { ChoiceField } from '../../ui/form.tsx';

export type Signature = NonNullable<Parameters<Api['webhooks']['create']>[0]['body']['signature']>;

const signatures: readonly { readonly value: Signature; readonly label: string; readonly description: string }[] = [
  { value: 'hmac', label: 'Secret Key', description: 'HMAC (v1). Your endpoint holds the signing key.' },
  { value: 'ed25519', label: 'Public key', description: 'ed25519 (v1a). Your endpoint can verify, but not sign.' },
];

/** What verifies the deliveries of a webhook. */
export const SignatureField = (props: { readonly value: Signature; readonly onChange: (value: Signature) => void }) => (
  <ChoiceField label="Signature type" options={signatures} {...props} />
);

/** What its deliveries are signed by now. The newest secret stands first. */
export const signatureOf = ({ secrets: [newest] }: Pick<Webhook, 'secrets'>): Signature =>
  newest?.public_key === undefined ? 'hmac' : 'ed25519';
