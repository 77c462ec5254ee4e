import { EmptyRequest } from '../../core/fields.ts';
import { changing, routeLike, routesOf } from '../../core/resource-routes.ts';
import { route } from '../../core/route.ts';
import { CardResource } from '../cards/schema.ts';
import { CardPin, CardPinKey } from './schema.ts';

const card = routesOf('card', CardResource);

export const getCardPinKey = route({
  id: 'card-pins.get-key',
  method: 'GET',
  path: '/cards/{card_id}/pin-key',
  summary: 'Get the key to which a PIN is encrypted',
  description: 'The key of the issuer. Read it for each PIN, since the issuer may change it.',
  params: card.params,
  returns: { status: 200, body: CardPinKey },
  errors: ['card_not_found'],
  permissions: { resources: ['get'], issuerKey: ['mac'], settings: ['cardIssuer'] },
});

export const setCardPin = routeLike(changing, {
  id: 'card-pins.set',
  method: 'PUT',
  path: '/cards/{card_id}/pin',
  summary: 'Set the PIN of a card',
  description:
    'The encrypted PIN is passed to the issuer and kept nowhere. A blocked PIN is unblocked by it. Emits card.pin_changed. ' +
    'After an error without a response repeat the same request: a PIN that is set already is not changed again.',
  params: card.params,
  body: CardPin,
  returns: { status: 200, body: CardResource },
  errors: ['card_not_found', 'action_not_allowed', 'issuer_refused'],
  // It comes from the cardholder, not from people of the business.
  reachable: ['api'],
  permissions: {
    resources: ['get', 'put'],
    outbox: ['put'],
    issuer: ['update'],
    issuerKey: ['mac'],
    issuerApiKey: ['read'],
    settings: ['cardIssuer'],
  },
});

export const unblockCardPin = card.action('unblock-pin', {
  id: 'card-pins.unblock',
  summary: 'Unblock the PIN of a card',
  description:
    'After three wrong PINs in a row. The PIN stays the same. The issuer has it within seconds: see `issuer_sync`.',
  body: EmptyRequest,
  permissions: { outbox: ['put'], resources: ['batch', 'put'] },
});
