import { reveals_max } from '../../core/limits.ts';
import { changing, routeLike } from '../../core/resource-routes.ts';
import { CardReveal, CardRevealRequest } from './reveal-schema.ts';
import { cardRoutes } from './routes.ts';

export const revealCard = routeLike(changing, {
  method: 'POST',
  params: cardRoutes.params,
  errors: ['card_not_found', 'action_not_allowed', 'reveal_not_available', 'reveal_limit_reached'],
  scope: 'cards:reveal',
  id: 'cards.reveal',
  path: '/cards/{card_id}/reveal',
  summary: 'Reveal the number of a card to your key',
  description:
    'The number is encrypted to the public key that you send, so only the owner of its private key can read it. Or the ' +
    'issuer’s elements show it, if you send their nonce. Each call emits card.revealed, whose causation names the ' +
    `encryption key. One API key can reveal at most ${reveals_max} numbers an hour.`,
  body: CardRevealRequest,
  returns: { status: 200, body: CardReveal },
  permissions: {
    resources: ['get', 'batch', 'put', 'check'],
    outbox: ['put'],
    issuer: ['get'],
    issuerKey: ['mac'],
    issuerApiKey: ['read'],
    settings: ['cardIssuer'],
  },
  idempotency: 'none',
});
