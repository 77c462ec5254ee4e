import { createHash } from 'node:crypto';
import { retryOnConflict } from '../../core/dynamodb/commit.ts';
import { transactional } from '../../core/http/commit.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { card, toCardResource } from '../cards/changes.ts';
import { isPinSetBy, pinChanged } from '../cards/pin.ts';
import { readCard } from '../cards/table.ts';
import { requireNotClosed } from '../cards/transitions.ts';
import { pinIssuer } from '../issuers/chosen-pins.ts';
import { setCardPin } from './routes.ts';

const issuer = pinIssuer();

export const handler = httpHandler(
  setCardPin,
  { transactional },
  async ({ caller, params, body, now, db, ifMatch, respond, commit }) => {
    const request_hash = createHash('sha256').update(body.encrypted_pin).digest('base64url');
    let isSent = false;
    return retryOnConflict(async () => {
      const current = await readCard(db, caller.tenant_id, params.card_id);
      // Once the issuer may have the PIN, a change by somebody else does not reject it any more.
      if (!isSent) ifMatch(current);
      requireNotClosed(current);
      if (isPinSetBy(current, request_hash)) return respond(toCardResource(current));
      isSent = true;
      // Nothing of it may be kept, so after a crash only the caller can repeat it. The second of
      // two at once to commit sets its PIN again, so that the issuer has the PIN of the last
      // commit.
      await issuer.setPin(current.issuer_reference, body.encrypted_pin);
      return commit({ changes: [card(pinChanged(current, request_hash, now))], conditions: [] });
    });
  },
);
