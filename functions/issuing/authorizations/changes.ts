import { changed, type Registration } from '../../core/outbox/unit-of-work.ts';
import { type Authorization, toAuthorizationResource } from './model.ts';
import { AuthorizationResource } from './schema.ts';
import type { AuthorizationTransition } from './settlement.ts';
import { saveAuthorization } from './table.ts';

const registration: Registration<Authorization, typeof AuthorizationResource> = {
  object: 'authorization',
  schema: AuthorizationResource,
  toResource: toAuthorizationResource,
  save: saveAuthorization,
  customerOf: ({ customer_id }) => customer_id,
};

type Transitions = readonly [AuthorizationTransition, ...AuthorizationTransition[]];

/** The change that one or several successive transitions of an authorization make. */
export const authorizationChange = (...transitions: Transitions) =>
  changed(registration, ...transitions);
