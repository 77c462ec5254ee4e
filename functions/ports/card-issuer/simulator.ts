import { GenerateMacCommand } from '@aws-sdk/client-kms';
import { expiryFrom } from '../../domain/cards/expiry.ts';
import { kmsClient } from '../sealer/kms-client.ts';
import type { CardIssuer } from './card-issuer.ts';
import { simulatedBooks } from './simulated-books.ts';
import { simulated_brand, simulatedNumber, test_bin } from './simulated-number.ts';

/**
 * An issuer on this side of the world: it keeps books of its own (`ISSUER_TABLE`), so that one can see what it issued, and
 * derives numbers from the ids of orders by a key that KMS never gives away (`ISSUER_KEY_ID`), so that none is at rest.
 */
export const cardSimulator = (): CardIssuer => {
  const books = simulatedBooks();
  const derive = numbers();
  return {
    name: 'simulator',
    issue: async (order) => {
      const { number } = await derive(order.id);
      const expiry = expiryFrom(new Date(order.ordered_at));
      const card = {
        issuer_reference: order.id,
        brand: simulated_brand,
        bin: test_bin,
        last4: number.slice(-4),
        ...expiry,
      };
      const booked = await books.add(order.id, { ...order, ...card, standing: 'issued' });
      return booked.standing === 'issued' ? { outcome: 'issued', card } : { outcome: 'voided' };
    },
    void: (id) => books.void(id),
    secrets: async (reference) => {
      const booked = await books.find(reference);
      if (booked?.standing !== 'issued') throw new Error('the simulator has not issued this card');
      const { exp_month = 0, exp_year = 0 } = booked;
      const { number, cvc } = await derive(reference);
      return { number, exp_month, exp_year, cvc };
    },
  };
};

const numbers = () => {
  const client = kmsClient();
  const KeyId = process.env.ISSUER_KEY_ID;
  return async (id: string) => {
    const Message = Buffer.from(`card/${id}`);
    const { Mac } = await client.send(new GenerateMacCommand({ KeyId, Message, MacAlgorithm: 'HMAC_SHA_256' }));
    if (!Mac) throw new Error('KMS answered without a MAC');
    return simulatedNumber(Mac);
  };
};
