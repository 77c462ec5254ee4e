import { useCallback, useEffect, useRef, useState } from 'react';
import type { Card } from '../../api/client.ts';
import { filled, t } from '../../texts/texts.ts';
import { words } from '../../texts/words.ts';
import { ActionButton } from '../../ui/action.tsx';
import { Alert } from '../../ui/alert.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Section } from '../../ui/page.tsx';
import { useChange, useSubmit } from '../../ui/use-submit.ts';

type Of = { readonly card: Card };
type Secrets = {
  readonly number: string;
  readonly exp_month: number;
  readonly exp_year: number;
  readonly cvc: string;
};

const shown_ms = 30_000;

/** The picture of a card. One click freezes the card, another one undoes that; its number is shown for a while. */
export const CardFace = ({ card }: Of) => {
  const { secrets, hide, reveal } = useSecrets(card.id);
  const can = (verb: Card['allowed_actions'][number]) => card.allowed_actions.includes(verb);
  const verb = can('unfreeze') ? 'unfreeze' : 'freeze';
  const freezing = useChange(`cards.${verb}`);
  const error = reveal.error ?? freezing.error;
  const freeze = (
    <ActionButton
      route={`cards.${verb}`}
      name={verb === 'freeze' ? t.cards.freeze : t.cards.unfreeze}
      busy={freezing.busy}
      onClick={() => freezing.submit({ params: { card_id: card.id }, body: {} })}
    />
  );
  return (
    <Section
      title={t.all.card}
      description={t.cards.eachTimeItIsShown}
      actions={
        <>
          {can('freeze') && freeze}
          <ActionButton
            route="cards.reveal"
            name={secrets ? t.cards.hideNumber : t.cards.showNumber}
            busy={reveal.busy}
            unable={can('reveal') ? null : t.cards.theNumberCannotBe}
            onClick={() => (secrets ? hide() : reveal.submit(null))}
          />
        </>
      }
    >
      <Face card={card} secrets={secrets} />
      {secrets && filled(t.cards.hiddenAgainAfter, { shown_ms: shown_ms / 1_000 })}
      {error && <ErrorAlert error={error} />}
      <div aria-live="polite">
        {can('unfreeze') && (
          <Alert type="warning" action={freeze}>
            {t.cards.theCardIsFrozen}
          </Alert>
        )}
      </div>
    </Section>
  );
};

/**
 * The number of a card, encrypted by the API to a key of this page and decrypted here. The key is made for one reveal and
 * cannot leave the browser. Only this component has the number, until the time is over or the page is left or covered.
 */
const useSecrets = (card_id: string) => {
  const keys = useRef<CryptoKeyPair>(null);
  const [secrets, setSecrets] = useState<Secrets | null>(null);
  const hide = useCallback(() => setSecrets(null), []);
  useEffect(() => {
    if (secrets === null) return;
    const timer = setTimeout(hide, shown_ms);
    document.addEventListener('visibilitychange', hide);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', hide);
    };
  }, [secrets, hide]);
  const reveal = useSubmit({
    route: 'cards.reveal',
    send: async (api, _: null, idempotencyKey) => {
      keys.current = await crypto.subtle.generateKey(algorithm, false, ['encrypt', 'decrypt']);
      // Only what the API needs of the key: its other members follow from these.
      const { kty, n = '', e = '' } = await crypto.subtle.exportKey('jwk', keys.current.publicKey);
      if (kty !== 'RSA') throw new Error('The browser has made a key of another type.');
      return api.cards.reveal({
        params: { card_id },
        body: { public_key: { kty, n, e } },
        idempotencyKey,
      });
    },
    repeatable: false,
    onDone: async ({ jwe }) => {
      const { privateKey } = keys.current ?? {};
      keys.current = null;
      if (jwe !== null && privateKey) setSecrets(JSON.parse(await decryptJwe(jwe, privateKey)));
    },
  });
  return { secrets, hide, reveal };
};

const Face = ({ card, secrets }: Of & { readonly secrets: Secrets | null }) => (
  <div className="card-face" data-status={card.status} dir="ltr">
    <div>
      <span>{card.nickname ?? words(card.type)}</span>
      <strong>{words(card.brand)}</strong>
    </div>
    <div className="card-number">
      {secrets ? secrets.number.replaceAll(/(.{4})(?=.)/g, '$1 ') : `•••• •••• •••• ${card.last4}`}
    </div>
    <div>
      <bdi>{card.cardholder_name}</bdi>
      <span>{`${String(card.exp_month).padStart(2, '0')}/${card.exp_year}`}</span>
      {secrets && <span>{`${t.cards.securityCode} ${secrets.cvc}`}</span>}
    </div>
  </div>
);

const algorithm = {
  name: 'RSA-OAEP',
  hash: 'SHA-256',
  modulusLength: 2_048,
  publicExponent: new Uint8Array([1, 0, 1]),
};

/** The text of a compact JWE (RFC 7516) of RSA-OAEP-256 and A256GCM. */
const decryptJwe = async (jwe: string, privateKey: CryptoKey): Promise<string> => {
  const [header = '', encryptedKey = '', iv = '', ciphertext = '', tag = ''] = jwe.split('.');
  const { alg, enc } = JSON.parse(new TextDecoder().decode(bytesOf(header)));
  if (alg !== 'RSA-OAEP-256' || enc !== 'A256GCM')
    throw new Error('The JWE is encrypted in another way.');
  const raw = await crypto.subtle.decrypt(algorithm, privateKey, bytesOf(encryptedKey));
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['decrypt']);
  // The protected header is authenticated as it is written; the tag follows the text.
  const authenticated = {
    name: 'AES-GCM',
    iv: bytesOf(iv),
    additionalData: new TextEncoder().encode(header),
  };
  const sealed = new Uint8Array([...bytesOf(ciphertext), ...bytesOf(tag)]);
  return new TextDecoder().decode(await crypto.subtle.decrypt(authenticated, key, sealed));
};

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (one) =>
    one.charCodeAt(0),
  );
