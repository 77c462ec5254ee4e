import { useEffect, useRef, useState } from 'react';
import type { Card } from '../../api/client.ts';
import { filled, t } from '../../texts/texts.ts';
import { words } from '../../texts/words.ts';
import { ActionButton } from '../../ui/action.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Section } from '../../ui/page.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { createKeys, decryptJwe } from './jwe.ts';

type Secrets = { readonly number: string; readonly exp_month: number; readonly exp_year: number; readonly cvc: string };

const shown_ms = 30_000;

/**
 * The number of a card, encrypted by the API to a key of this page and decrypted here. The key is made for one reveal and
 * cannot leave the browser; the number is in this component only, until the time is over or the page is left or covered.
 */
export const Reveal = ({ card }: { readonly card: Card }) => {
  const { id: card_id, allowed_actions } = card;
  const keys = useRef<CryptoKeyPair>(null);
  const [secrets, setSecrets] = useState<Secrets | null>(null);
  useEffect(() => {
    if (secrets === null) return;
    const hide = () => setSecrets(null);
    const timer = setTimeout(hide, shown_ms);
    document.addEventListener('visibilitychange', hide);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', hide);
    };
  }, [secrets]);
  const reveal = useSubmit({
    send: async (api, id: string, idempotencyKey) => {
      keys.current = await createKeys();
      // Only what the API needs of the key: its other members follow from these.
      const { kty, n = '', e = '' } = await crypto.subtle.exportKey('jwk', keys.current.publicKey);
      if (kty !== 'RSA') throw new Error('The browser has made a key of another type.');
      return api.cards.reveal({ params: { card_id: id }, body: { public_key: { kty, n, e } }, idempotencyKey });
    },
    repeatable: false,
    onDone: async ({ jwe }) => {
      const { privateKey } = keys.current ?? {};
      keys.current = null;
      if (jwe !== null && privateKey) setSecrets(JSON.parse(await decryptJwe(jwe, privateKey)));
    },
  });
  const unable = allowed_actions.includes('reveal') ? null : t.cards.theNumberCannotBe;
  return (
    <Section
      title={t.all.card}
      description={t.cards.eachTimeItIsShown}
      actions={
        secrets === null ? (
          <ActionButton route="cards.reveal" busy={reveal.busy} unable={unable} onClick={() => reveal.submit(card_id)}>
            {t.cards.showNumber}
          </ActionButton>
        ) : (
          <ActionButton route="cards.reveal" onClick={() => setSecrets(null)}>
            {t.cards.hideNumber}
          </ActionButton>
        )
      }
    >
      <Face card={card} secrets={secrets} />
      {reveal.error && <ErrorAlert error={reveal.error} />}
      {secrets && filled(t.cards.hiddenAgainAfter, { shown_ms: shown_ms / 1_000 })}
    </Section>
  );
};

/** The card as it lies on a table. */
const Face = ({ card, secrets }: { readonly card: Card; readonly secrets: Secrets | null }) => {
  const { brand, type, last4, cardholder_name, exp_month, exp_year, status } = card;
  return (
    <div className="card-face" data-status={status} dir="ltr">
      <div>
        <span>{card.nickname ?? words(type)}</span>
        <strong>{words(brand)}</strong>
      </div>
      <div className="card-number">
        {secrets ? secrets.number.replaceAll(/(.{4})(?=.)/g, '$1 ') : `•••• •••• •••• ${last4}`}
      </div>
      <div>
        <bdi>{cardholder_name}</bdi>
        <span>
          {String(exp_month).padStart(2, '0')}/{exp_year}
        </span>
        {secrets && (
          <span>
            {t.cards.securityCode} {secrets.cvc}
          </span>
        )}
      </div>
    </div>
  );
};
