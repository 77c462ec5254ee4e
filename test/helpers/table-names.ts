// The tables of whatever runs in this process, where nothing else has named them.
for (const table of [
  'ACCESS',
  'RESOURCES',
  'OUTBOX',
  'DELIVERIES',
  'COUNTERS',
  'IDEMPOTENCY',
  'REQUESTS',
  'ISSUER',
])
  process.env[`${table}_TABLE`] ??= `test-${table.toLowerCase()}`;
