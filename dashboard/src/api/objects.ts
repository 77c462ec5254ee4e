import type { Api, BodyOf } from './client.ts';

/** The resources of the API, as its client types them. */
export type Customer = BodyOf<Api['customers']['get']>;
export type Document = BodyOf<Api['documents']['get']>;
export type Verification = BodyOf<Api['verifications']['get']>;
export type CustomerFeature = BodyOf<Api['customerFeatures']['get']>;
export type Card = BodyOf<Api['cards']['get']>;
export type CardLimit = BodyOf<Api['cards']['listLimits']>['data'][number];
export type Authorization = BodyOf<Api['authorizations']['get']>;
export type Webhook = BodyOf<Api['webhooks']['get']>;
export type Delivery = BodyOf<Api['deliveries']['list']>['data'][number];
export type DeliveryWithAttempts = BodyOf<Api['deliveries']['get']>;
export type Attempt = DeliveryWithAttempts['attempts'][number];
export type Event = BodyOf<Api['events']['list']>['data'][number];
export type EventWithDeliveries = BodyOf<Api['events']['get']>;
export type Requirements = Verification['requirements'];
export type Requirement = Requirements['currently_due'][number];
export type ResolvingCall = NonNullable<Requirement['resolve_with']>;
export type ApiKey = BodyOf<Api['apiKeys']['list']>['data'][number];
export type Overview = BodyOf<Api['overview']['get']>;
export type Operator = BodyOf<Api['operators']['get']>;
