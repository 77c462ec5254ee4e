import assert from 'node:assert/strict';
import type * as z from 'zod/mini';
import { everyRoute, routes } from '../../../../functions/app/routes.ts';
import { canGrant, roles, scopes } from '../../../../functions/core/access.ts';
import type { Caller } from '../../../../functions/core/http/caller.ts';
import { canSeePart, checkCaller } from '../../../../functions/core/http/checks.ts';
import type { Route } from '../../../../functions/core/route.ts';
import { requireGrantable } from '../../../../functions/tenants/api-keys/schema.ts';
import { anEvent } from '../../../helpers/api-event.ts';
import { describe, test } from '../../../helpers/tests.ts';

/** Every caller: a key with one scope, and a person with one role. */
const callers = [
  ...scopes.map((scope) => ({ name: scope, authorizer: { scopes: scope, allowed_ips: '' } })),
  ...roles.map((role) => ({
    name: role,
    authorizer: { operator_id: 'opr_1', operator_role: role },
  })),
];

/** Those that keys and people open; what a customer's link opens is in onboarding.test.ts. */
const guarded: readonly Route[] = everyRoute.filter(
  ({ scope, ...route }: Route) => !route.public && scope !== 'onboarding',
);
const named = (id: string) => guarded.find((route) => route.id === id) ?? assert.fail(id);

/** The caller, if the route is open to them. */
const admitted = (route: Route, authorizer: Record<string, string>): Caller | undefined => {
  try {
    return checkCaller(anEvent(route, { authorizer }), route);
  } catch {
    return undefined;
  }
};

/** The parts of responses, each with a route that gives the same, written by hand. */
const parts: Readonly<Record<string, string>> = {
  'documents.get upload': 'documents.create',
  'events.get deliveries': 'deliveries.list',
};

describe('a caller sees a part of a response if the route that gives the same is open to them', () => {
  for (const route of guarded)
    for (const [name, part] of Object.entries(route.parts ?? {}))
      test(`${route.id} ${name}`, () => {
        const same = named(parts[`${route.id} ${name}`] ?? assert.fail('a part of no route'));
        for (const { name: who, authorizer } of callers) {
          const caller = admitted(route, authorizer);
          if (caller)
            assert.equal(canSeePart(caller, part), admitted(same, authorizer) !== undefined, who);
        }
        assert.equal(
          canSeePart({ actor: { type: 'api_key', id: 'key_1' } } as Caller, part),
          true,
          'a Secret Key',
        );
      });

  test('all of them are declared', () => {
    const declared = guarded.flatMap(({ id, parts: of = {} }) =>
      Object.keys(of).map((name) => `${id} ${name}`),
    );
    assert.deepEqual(declared.toSorted(), Object.keys(parts).toSorted());
    for (const { method, id, parts: of } of guarded) if (of) assert.equal(method, 'GET', id);
  });
});

type Def = {
  readonly shape?: Record<string, Node>;
  readonly element?: Node;
  readonly options?: Node[];
} & {
  readonly innerType?: Node;
  readonly values?: readonly unknown[];
};
type Node = z.core.$ZodType & { readonly _zod: { readonly def: Def } };

/**
 * The contents of a response besides its own kind of object: other resources, and links that
 * anybody can use.
 */
const embedded = (node: Node, own: unknown, at = ''): string[] => {
  const { shape, element, options, innerType } = node._zod.def;
  if (shape) {
    const kind = shape.object?._zod.def.values?.[0];
    const isOther = kind !== undefined && kind !== own && kind !== 'list' && at !== '';
    const isLink = 'url' in shape && 'expires_at' in shape;
    if (isOther || isLink) return [at];
    return Object.entries(shape).flatMap(([name, field]) =>
      embedded(field, own, at === '' ? name : `${at}.${name}`),
    );
  }
  return [element, innerType, ...(options ?? [])].flatMap((one) =>
    one ? embedded(one, own, at) : [],
  );
};

test('no GET contains a link or another resource that is not a declared part of it', () => {
  const found = guarded
    .filter(({ method, reachable }) => method === 'GET' && reachable.includes('api'))
    .flatMap((route) => {
      const node = route.returns.body as Node;
      const item = node._zod.def.shape?.data?._zod.def.element ?? node;
      const own = item._zod.def.shape?.object?._zod.def.values?.[0];
      return embedded(item, own).map((at) => `${route.id} ${at}`);
    });
  // In lists the link is always null.
  const always = ['documents.list upload', 'documents.list-all upload'];
  // An authorization records the limit of its decision; the limits of now are those of its card.
  const recorded = ['get', 'list', 'list-all'].map(
    (verb) => `authorizations.${verb} limit_at_decision`,
  );
  assert.deepEqual(found.toSorted(), [...always, ...recorded, ...Object.keys(parts)].toSorted());
});

describe('nobody creates a key that may do more than they may', () => {
  const ofKeys: readonly Route[] = routes.filter((route: Route) => !route.public);
  const mayCall = (role: string, id: string) =>
    admitted(named(id), { operator_id: 'opr_1', operator_role: role }) !== undefined;
  for (const role of roles.filter((one) => mayCall(one, 'api-keys.create')))
    for (const scope of scopes)
      test(`${role} ${scope}`, () => {
        const opened = ofKeys.filter((route) =>
          admitted(route, { scopes: scope, allowed_ips: '' }),
        );
        assert.ok(opened.length > 0);
        assert.equal(
          canGrant(role, scope),
          opened.every(({ id }) => mayCall(role, id)),
        );
      });

  test('a Secret Key', () => {
    const all = roles.filter((role) => ofKeys.every(({ id }) => mayCall(role, id)));
    assert.deepEqual(
      roles.filter((role) => mayCall(role, 'api-keys.rotate')),
      all,
    );
  });

  test('the request is an error that names the scope', () => {
    const asked = ['cards:read', 'customers:redact'] as const;
    const detail = 'Your role is developer. It cannot give the scope customers:redact.';
    assert.throws(() => requireGrantable('developer', asked), {
      code: 'forbidden',
      details: { detail },
    });
    requireGrantable('owner', asked);
  });
});
