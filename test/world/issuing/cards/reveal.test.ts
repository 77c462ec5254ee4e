import '../../process.ts';
import assert from 'node:assert/strict';
import { calculateJwkThumbprint, compactDecrypt, exportJWK, generateKeyPair } from 'jose';
import { luhnValid } from '../../../../functions/core/card-number.ts';
import { cardsOf } from '../../../helpers/cards.ts';
import { publicKey } from '../../../helpers/examples/cards.ts';
import { anOrderedCard } from '../../../helpers/fixtures/cards.ts';
import type { Tenant } from '../../../helpers/fixtures/tenants.ts';
import type { Any } from '../../../helpers/printed-document.ts';
import { before, describe, test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';

const service = await world();
let tenant: Tenant;
let cards: ReturnType<typeof cardsOf>;
before(async () => {
  tenant = await service.aBusiness();
  cards = cardsOf(tenant);
});

const aKey = async (alg: 'RSA-OAEP-256' | 'ECDH-ES') => {
  const { publicKey: own, privateKey } = await generateKeyPair(alg, { extractable: true });
  const opened = async (jwe: string) => {
    const { plaintext, protectedHeader } = await compactDecrypt(jwe, privateKey);
    return {
      secrets: JSON.parse(new TextDecoder().decode(plaintext)) as Any,
      header: protectedHeader,
    };
  };
  return { jwk: await exportJWK(own), privateJwk: await exportJWK(privateKey), opened };
};

describe('a reveal', () => {
  for (const alg of ['RSA-OAEP-256', 'ECDH-ES'] as const)
    test(`is opened by the key that it was made for, ${alg}, and by it alone`, async () => {
      const card = await anOrderedCard(tenant);
      const { jwk, opened } = await aKey(alg);
      const { status, body, text } = await cards.act(card, 'reveal', {
        public_key: { ...jwk, kid: 'my key' },
      });
      assert.deepEqual([status, body.object, body.card_id], [200, 'card_reveal', card.id]);
      const { secrets, header } = await opened(body.jwe);
      assert.deepEqual([header.alg, header.enc, header.kid], [alg, 'A256GCM', 'my key']);
      assert.deepEqual(Object.keys(secrets).toSorted(), ['cvc', 'exp_month', 'exp_year', 'number']);
      assert.ok(luhnValid(secrets.number));
      assert.equal(secrets.number.length, 16);
      assert.ok(secrets.number.startsWith(card.bin) && secrets.number.endsWith(card.last4));
      assert.match(secrets.cvc, /^\d{3}$/);
      assert.deepEqual([secrets.exp_month, secrets.exp_year], [card.exp_month, card.exp_year]);
      assert.ok(!text.includes(secrets.number));
      const other = await aKey(alg);
      await assert.rejects(other.opened(body.jwe));
    });

  test('emits an event each time, and the number is the same', async () => {
    const card = await anOrderedCard(tenant, { state: 'frozen' });
    const { jwk, opened } = await aKey('ECDH-ES');
    const seen = new Set<string>();
    for (let reveals = 1; reveals <= 3; reveals++) {
      const { body } = await cards.act(card, 'reveal', { public_key: jwk });
      seen.add((await opened(body.jwe)).secrets.number);
      const last = (await cards.events(card.id)).at(-1);
      assert.deepEqual([last?.type, last?.sequence], ['card.revealed', card.version + reveals]);
      assert.equal(last?.causation.key_thumbprint, await calculateJwkThumbprint(jwk));
      assert.ok(!JSON.stringify(last).includes([...seen][0] as string));
    }
    assert.equal(seen.size, 1);
  });

  test('that its issuer cannot serve shows nothing and emits nothing', async () => {
    const card = await anOrderedCard(tenant);
    const fault = service.faults.add({ function: /cards-reveal/, service: 'kms', effect: 'deny' });
    const { status, body } = await cards.act(card, 'reveal', { public_key: publicKey });
    fault.remove();
    assert.deepEqual([status, body.code], [500, 'internal']);
    assert.deepEqual(await cards.read(card.id), card);
  });
});
