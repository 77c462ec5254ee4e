/** One line of the product that a promise depends on, and the edit that breaks the promise. */
export type Guard = {
  /** The name of the thing that the line guards, in words; unique. */
  readonly name: string;
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly line: string;
  readonly broken: string;
};

const in_ = (
  file: string,
  ...guards: readonly (readonly [name: string, line: string, broken: string])[]
): Guard[] => guards.map(([name, line, broken]) => ({ name, file, line, broken }));

/** Each must be seen by a test: `npm run guards` breaks one at a time. */
export const guards: readonly Guard[] = [
  ...in_(
    'functions/core/dynamodb/commit.ts',
    [
      'the condition of the idempotency record',
      "expression: 'attribute_not_exists(pk) OR expires_at_s < :now'",
      "expression: 'attribute_exists(pk) OR attribute_not_exists(pk) OR expires_at_s < :now'",
    ],
    [
      'every condition of a change',
      '...conditions.map((one) => ({',
      '...conditions.slice(1).map((one) => ({',
    ],
    [
      'a conflict is retried',
      "new Set(['TransactionConflict', ...throttledReasons])",
      'new Set([...throttledReasons])',
    ],
  ),
  ...in_('functions/core/http/commit.ts', [
    'the idempotency record is written',
    'commitUnit(connection, unit, cause, deadline, records?.itemFor(kept, resource))',
    'commitUnit(connection, unit, cause, deadline)',
  ]),
  ...in_(
    'functions/core/dynamodb/idempotency-records.ts',
    [
      'the tenant in the key of the idempotency record',
      'pk: recordsPartition(tenant, idempotencyKey),',
      "pk: recordsPartition(tenant && 'biz', idempotencyKey),",
    ],
    [
      'the expiry of the idempotency record',
      'expiryOf(String(item?.created_at)) >= Math.floor(now.getTime() / 1000)',
      'expiryOf(String(item?.created_at)) >= 0 * now.getTime()',
    ],
  ),
  ...in_(
    'functions/core/http/cursor.ts',
    [
      'the route in the MAC of a cursor',
      'JSON.stringify([tenant, route, ',
      "JSON.stringify([tenant, route && '', ",
    ],
    [
      'the tenant in the key and the MAC of a cursor',
      'const { tenant, route, params, filters } = scope;',
      "const { tenant, route, params, filters } = { ...scope, tenant: '' };",
    ],
    ['the filters in the MAC of a cursor', 'byName(filters), ', 'byName({}), '],
  ),
  ...in_(
    'functions/core/http/checks.ts',
    [
      'the scope of a restricted key',
      'if (scope && restriction && hasScope(restriction.scopes, scope)) return;',
      "if (scope && restriction && hasScope([...restriction.scopes, 'customers:write'], scope)) return;",
    ],
    [
      'a suspended account',
      "caller.account_status === 'suspended'",
      "caller.account_status === 'suspended '",
    ],
    [
      'x-tenant-id',
      'if (claimed !== undefined && claimed !== caller.tenant_id)',
      "if (claimed === '' && claimed !== caller.tenant_id)",
    ],
    ['the size of a body', 'if (bytes > body_bytes_max)', 'if (bytes >= body_bytes_max)'],
    [
      'the order of checks',
      '  checkScope(caller, route);\n  checkTenant(event, caller);\n',
      '  checkTenant(event, caller);\n  checkScope(caller, route);\n',
    ],
    [
      'the name of a scope that a key lacks',
      "new ApiError('insufficient_scope', scope && { required_scope: scope })",
      "new ApiError('insufficient_scope')",
    ],
    [
      'the form of an Idempotency-Key',
      "if (!idempotencyKeyPattern.test(key)) throw new ApiError('idempotency_key_invalid');",
      '',
    ],
    ['a parameter that is sent twice', '(values?.length ?? 0) > 1', '(values?.length ?? 0) > 2'],
  ),
  ...in_(
    'functions/issuing/cards/issue.ts',
    [
      'an order in flight is gone on with',
      '    return { ...context, order };',
      '    return { ...context, order: undefined };',
    ],
    [
      'an order that another worker cancels is unavailable',
      "if (order.state === 'canceling') throw new ApiError('unavailable');",
      '',
    ],
  ),
  ...in_(
    'functions/delivery/deliveries/claim-rules.ts',
    ['the lease of a delivery', ' || isLeased(delivery, claim.now))', ')'],
    [
      'the claim of a delivery',
      'if (delivery.attempts_made !== claim.attempts_made || ',
      'if (delivery.attempts_made > claim.attempts_made + 1 || ',
    ],
  ),
  ...in_('functions/delivery/webhooks/health.ts', [
    'one probe of an open breaker',
    '    next_probe_at: null,\n    probe: { token, until },',
    '    probe: { token, until },',
  ]),
  ...in_('functions/core/outbox/unit-of-work.ts', [
    'every event of a change',
    'one.event === undefined\n',
    'one.event === undefined || one !== last\n',
  ]),
  ...in_('functions/issuing/authorizations/decision.ts', [
    'a limit is reached and not passed',
    'spentAfter(spent, interval, request.amount) > most',
    'spentAfter(spent, interval, request.amount) >= most',
  ]),
  ...in_('functions/issuing/cards/spending.ts', [
    'the number of authorizations in an interval',
    'counters[interval].count >= count',
    'counters[interval].count > count',
  ]),
  ...in_('functions/issuing/authorizations/settlement.ts', [
    'a refund counts once',
    "current.refunded_amount + sumOf('refund')",
    "current.refunded_amount + 2 * sumOf('refund')",
  ]),
  ...in_('functions/issuing/authorization-endpoints/answer.ts', [
    'a business approves no more than was requested',
    '    Number(amount) > 0 &&\n    Number(amount) < asked.amount',
    '    Number(amount) > 0',
  ]),
  ...in_('functions/delivery/webhooks/url.ts', [
    'no webhook has a private address',
    "last: '169.254.255.255'",
    "last: '169.254.0.0'",
  ]),
  ...in_('functions/issuing/cards/routes.ts', [
    'no grant more than declared calls need',
    "permissions: { resources: ['get'] },\n});\n\nexport const updateCard",
    "permissions: { resources: ['get', 'delete'] },\n});\n\nexport const updateCard",
  ]),
  ...in_('functions/issuing/cards/list-routes.ts', [
    'no grant less than the calls need',
    "    'resources/by_status': ['query'],\n",
    '',
  ]),
  ...in_('functions/identity/customers/stored-form.ts', [
    'a stored item without a field of today',
    '  persons: eachOf(person, absent([])),',
    '  persons: eachOf(person, required),',
  ]),
  ...in_('functions/core/http/etag.ts', [
    'If-None-Match is compared weakly',
    "tag.trim().replace(/^W\\//, '')",
    'tag.trim()',
  ]),
  ...in_(
    'functions/core/http/response.ts',
    ['the etag of a response', '...(response.etag && { etag: response.etag }),', ''],
    ['the location of what was created', '{collections[object]}', '{object}'],
  ),
  ...in_('functions/core/http/idempotency.ts', [
    'a body in another order is the same body',
    'payload: canonicalJson(payload),',
    'payload: JSON.stringify(payload),',
  ]),
  ...in_('functions/core/text-fields.ts', [
    'the length of a text',
    'if (characters > max) return',
    'if (characters > max + 1) return',
  ]),
  ...in_('functions/issuing/cards/freeze.ts', [
    'the version that a change was made for',
    '    ifMatch(current);\n',
    '    if (current.version === 0) ifMatch(current);\n',
  ]),
  ...in_('functions/core/dynamodb/entity.ts', [
    'the tenant in the key of a resource',
    'const all = (tenant: string): string => `',
    "const all = (_: string, tenant = 'biz'): string => `",
  ]),
  ...in_('functions/app/jobs/authorize-request.ts', [
    'a revoked key opens nothing',
    'keyIsLive(known, now);',
    'keyIsLive(known, new Date(0));',
  ]),
  ...in_('lib/constructs/api-method.ts', [
    'the Allow header of a path',
    "allow: allowed.toSorted().join(', ')",
    "allow: allowed.slice(0, 1).join(', ')",
  ]),
  ...in_('functions/core/job.ts', [
    'the lease of a job ends',
    'held_until !== null && held_until > now.toISOString() && ',
    'held_until !== null && now && ',
  ]),
  ...in_('functions/core/dynamodb/scheduled-work.ts', [
    'the sweep finds again what it could not notify',
    'notifiedAt(key, until), sweeps',
    'notifiedAt(key, new Date(until.getTime() + 86_400_000)), sweeps',
  ]),
  ...in_('functions/issuing/cards/reconcile.ts', [
    'the issuer has a change before that is saved',
    '  const state = await pushed(changed, push);',
    '  await savedOne(work, save(synced(changed.version, clock.now())));\n  const state = await pushed(changed, push);',
  ]),
  ...in_('lib/site-headers.ts', [
    'the content security policy of the site',
    `'script-src': ["'self'"],`,
    `'script-src': ["'self'", "'unsafe-inline'"],`,
  ]),
  ...in_('local/sign-in/page.ts', [
    'text of others is escaped',
    'const escaped = (text: string): string =>\n  ',
    'const escaped = (text: string): string =>\n  text || ',
  ]),
  ...in_('dashboard/src/ui/header.tsx', [
    'the focus goes to the heading of a page',
    'if (visited && !isTyping()) heading.current?.focus();',
    '',
  ]),
  ...in_('functions/core/http/checks.ts', [
    'bytes that are no text are a malformed body',
    '  } catch {\n    // The message of JSON.parse',
    '  } catch (error) {\n    if (!(error instanceof SyntaxError)) throw error;\n    // The message of JSON.parse',
  ]),
];
