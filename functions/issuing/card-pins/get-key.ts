import { httpHandler } from '../../core/http/handler.ts';
import { readCard } from '../cards/table.ts';
import { pinKeyIssuer } from '../issuers/chosen-pins.ts';
import { getCardPinKey } from './routes.ts';

const issuer = pinKeyIssuer();

export const handler = httpHandler(getCardPinKey, {}, async ({ caller, params, db, respond }) => {
  const { id: card_id } = await readCard(db, caller.tenant_id, params.card_id);
  return respond({
    object: 'card_pin_key',
    card_id,
    issuer: issuer.name,
    ...(await issuer.pinKey()),
  });
});
