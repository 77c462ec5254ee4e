/**
 * Every type of event with one sentence. The file has no schemas, so that a function that only needs names has a small
 * bundle.
 */
export const eventSummaries = {
  'customer.created': 'A customer was created.',
  'customer.updated': 'A customer’s profile or verification changed.',
  'customer.suspended': 'A customer was suspended.',
  'customer.reactivated': 'A suspended customer was reactivated.',
  'customer.closed': 'A customer was closed for good.',
  'customer.redacted': 'The personal data of a closed customer was removed.',
  'agreement.created': 'A customer accepted a version of a text.',
  'person.created': 'A person was added to a business.',
  'person.updated': 'A person of a business changed.',
  'person.removed': 'A person was removed from a business.',
  'document.created': 'A document was created; it waits for its upload.',
  'document.processing': 'The bytes of a document arrived and are being inspected.',
  'document.accepted': 'A document was accepted.',
  'document.rejected': 'A document was rejected; status_reason says why.',
  'document.updated': 'The date on which a document expires was stated, or changed.',
  'document.expiring': 'An accepted document expires within 30 days; expires_on says when.',
  'document.expired': 'A document was not uploaded in time, or its last day is over.',
  'verification.created': 'A verification was created.',
  'verification.updated': 'The documents or the assignee of a verification changed.',
  'verification.processing': 'A verification was submitted and is being decided.',
  'verification.requires_input': 'A verification needs better input; last_error says what.',
  'verification.verified': 'A customer’s identity is proven.',
  'verification.rejected': 'A verification was rejected.',
  'verification.canceled': 'A verification was canceled.',
  'onboarding_link.created': 'An onboarding link was created.',
  'onboarding_link.revoked': 'An onboarding link was revoked.',
  'customer.onboarding_completed': 'A customer has submitted a verification by an onboarding link.',
  'screening.match_found':
    'An entry of a list of sanctions may be about a customer; an operator decides.',
  'screening.not_comparable':
    'No name of a customer can be compared with the lists; an operator decides.',
  'screening.cleared': 'An entry is not about the customer; status says whether others are open.',
  'screening.confirmed': 'An entry is about the customer, who was suspended.',
  'feature.activated': 'A feature was activated for a customer.',
  'feature.deactivated': 'A feature was deactivated for a customer.',
  'feature.suspended': 'A feature cannot be used for now; status_reason says why.',
  'feature.resumed': 'A suspended feature can be used again.',
  'card.created': 'A card was issued.',
  'card.updated': 'The settings of a card, or the causes of its block, changed.',
  'card.activated': 'A physical card was activated.',
  'card.frozen': 'A card was frozen.',
  'card.unfrozen': 'A frozen card works again.',
  'card.blocked': 'A card was blocked; blocked_by lists the causes.',
  'card.unblocked':
    'The last cause of a card’s block ended; the card has its earlier status again.',
  'card.closed': 'A card was closed for good.',
  'card.replaced':
    'A card was replaced, or renewed before it expires; replaced_by is the new card.',
  'card.renewal_skipped':
    'A card expires soon and the next one was not ordered; renewal_skipped says why.',
  'card.shipping_updated': 'The shipping status of a card changed.',
  'card.revealed': 'The number of a card was revealed, encrypted to a key.',
  'card.pin_changed': 'A new PIN was set for a card.',
  'card.pin_blocked':
    'The PIN of a card was blocked after three wrong ones; until it is unblocked the card approves nothing.',
  'card.pin_unblocked': 'The PIN of a card was unblocked, and is the same as before.',
  'card_token.created':
    'A cardholder added a card to a wallet; status says whether it can be used.',
  'card_token.activated':
    'A cardholder has proven to a wallet that the card is theirs: the token can be used.',
  'card_token.suspended':
    'A token was suspended; status_reason is `by_issuer` if the wallet or the issuer did it.',
  'card_token.resumed': 'A suspended token can be used again.',
  'card_token.deleted':
    'A card was removed from a wallet; status_reason is `by_issuer` or `card_closed` if it was not requested here.',
  'card.authorization_approved':
    'An amount was authorized; it counts towards the limits of the card.',
  'card.authorization_declined': 'An authorization was declined; decline_reason says why.',
  'card.authorization_reversed':
    'An authorization was reversed or has expired; what was not captured can be spent again.',
  'card.transaction_created':
    'A merchant took an amount with a card, or returned it; kind says which.',
  'account.suspended':
    'A business was suspended; status_reason says why. Webhooks receive this event after the business is reactivated.',
  'account.reactivated': 'A suspended business was reactivated.',
  'api_key.created': 'An API key was created.',
  'api_key.rotated': 'An API key was replaced; it works until expires_at.',
  'api_key.revoked': 'An API key was revoked.',
  'webhook.updated': 'The settings of a webhook changed, such as its URL or its headers.',
  'webhook.failing':
    'An endpoint has received nothing for one day, or for three. Only other webhooks receive this event.',
  'webhook.recovered': 'An endpoint that was reported as failing receives deliveries again.',
  'operator.invited': 'A person was invited to the dashboard.',
  'operator.updated': 'The role of a person changed, or another invitation was sent.',
  'operator.removed': 'A person was removed from the dashboard.',
  'webhook.disabled': 'A webhook was disabled; its open deliveries are paused.',
  'webhook.test': 'A test event that you requested.',
} as const;

export type EventType = keyof typeof eventSummaries;

/** The events of a resource, such as `person`. */
export type EventTypeOf<Name extends string> = Extract<EventType, `${Name}.${string}`>;

/** Every event type by name, in the order of the catalogue. */
export const eventTypeNames = Object.keys(eventSummaries) as readonly EventType[];
