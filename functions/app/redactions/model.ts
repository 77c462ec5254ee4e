import { erasedBy, erasedFieldsBy } from '../../core/erasure.ts';
import { agreementErasures } from '../../identity/agreements/erasure.ts';
import { customerErasures, personErasures } from '../../identity/customers/erasure.ts';
import { documentErasures } from '../../identity/documents/erasure.ts';
import { featureErasures } from '../../identity/features/erasure.ts';
import { onboardingLinkErasures } from '../../identity/onboarding-links/erasure.ts';
import { screeningErasures } from '../../identity/screenings/erasure.ts';
import { verificationErasures } from '../../identity/verifications/erasure.ts';
import { authorizationErasures } from '../../issuing/authorizations/erasure.ts';
import { cardTokenErasures } from '../../issuing/card-tokens/erasure.ts';
import { cardErasures, orderErasures } from '../../issuing/cards/erasure.ts';
import { transactionErasures } from '../../issuing/transactions/erasure.ts';

/** The erasures of each resource of a customer, by the name that events have for the resource. */
export const personalFields = {
  customer: customerErasures,
  person: personErasures,
  agreement: agreementErasures,
  document: documentErasures,
  verification: verificationErasures,
  onboarding_link: onboardingLinkErasures,
  screening: screeningErasures,
  customer_feature: featureErasures,
  card: cardErasures,
  card_token: cardTokenErasures,
  authorization: authorizationErasures,
  transaction: transactionErasures,
  order: orderErasures,
} as const;

/** A resource of a customer, by name. */
export type PersonalResource = keyof typeof personalFields;

/** The fields that change when this is redacted, as they then are; none where it is already. */
export const erasedFields = <T extends object>(resourceType: PersonalResource, of: T): Partial<T> =>
  erasedFieldsBy(personalFields[resourceType], of);

/** The whole of what an event shows when it is redacted: every field is null of a resource that only newer code knows. */
export const erasedShown = <T extends object>(object: string, shown: T): T =>
  erasedBy(isPersonal(object) ? personalFields[object] : {}, shown);

const isPersonal = (object: string): object is PersonalResource =>
  Object.hasOwn(personalFields, object);

/** The whole of it when it is redacted. */
export const erased = <T extends object>(resourceType: PersonalResource, of: T): T =>
  erasedBy(personalFields[resourceType], of);
