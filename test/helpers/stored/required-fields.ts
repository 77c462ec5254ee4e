import type { StoredKind } from './kinds.ts';

/** Fields without which an item says nothing that is true, by kind. All others have a value where an item lacks them. */
export const requiredFields: Readonly<Partial<Record<StoredKind, string>>> = {
  'api-key': 'account_id account_status environment id kind tenant_id',
  'onboarding-token': 'account_id account_status environment id kind tenant_id',
  account: `
    api_keys api_keys[].created_at api_keys[].hash api_keys[].id api_keys[].kind api_keys[].last4
    api_keys[].prefix api_keys[].restriction.allowed_ips api_keys[].restriction.name
    api_keys[].restriction.scopes api_keys[].version created_at currency email environment id name
    public_key status tenant_id updated_at version write_shards[].shards write_shards[].since`,
  tenant: 'account_id account_status',
  'counters-comparison': 'pass.moved pass.started_at requested_at scheduled_at tenant_id token',
  team: `
    invitations.day invitations.started operators operators[].created_at operators[].email
    operators[].invited_at operators[].role operators[].updated_at operators[].version tenant_id version`,
  customer: `
    created_at id persons[].created_at persons[].id persons[].roles persons[].updated_at
    persons[].verification.status persons[].version redaction.pass.moved redaction.pass.started_at
    redaction.requested_at redaction.scheduled_at redaction.since redaction.status redaction.token
    status tenant_id type updated_at verification.status version`,
  person: 'customer_id',
  agreement: 'accepted_at created_at customer_id document id tenant_id version',
  acceptance: 'agreement_id document version',
  document:
    'content_type created_at customer_id id size_bytes status tenant_id type updated_at version',
  verification: `
    checks[].provider checks[].started_at checks[].subject_id checks[].submission created_at customer_id
    document_ids id identity.names last_error.code last_error.message last_error.retryable level
    review.at review.operator_id revision status tenant_id updated_at version`,
  screening: `
    created_at customer_id decisions[].at decisions[].entry_id decisions[].list decisions[].operator_id
    decisions[].outcome decisions[].reason id matches matches[].entry_id matches[].list matches[].name
    matches[].score screened_at status subject_id tenant_id updated_at version`,
  'screening-monitor': `
    list_version pass.moved pass.started_at requested_at scheduled_at token version_since`,
  activation: 'created_at customer_id feature id status tenant_id updated_at version',
  card: `
    blocks brand counted_with created_at currency customer_id exp_month exp_year id issuer
    issuer_reference issuer_sync issuer_sync.since issuer_sync.status issuer_sync.version last4
    pin_as_of pin_status shipping.history[].at shipping.history[].status shipping.method shipping.status
    spending_controls spending_controls.limits spending_controls.limits[].amount
    spending_controls.limits[].interval state supersedes[].id supersedes[].reason tenant_id type
    updated_at version`,
  card_token: `
    card_id created_at customer_id id issuer issuer_reference issuer_sync issuer_sync.since
    issuer_sync.status issuer_sync.version network reported_at reported_status status tenant_id
    updated_at version`,
  'card-order': `
    card_id customer_id destination.address destination.method destination.recipient idempotency_key
    operation ordered_at path_ids request_hash scheduled_at state tenant_id`,
  'card-reconciliation': 'customer_id requested_at scheduled_at tenant_id token',
  'activation-attempts': 'version wrong wrong[].idempotency_key wrong[].last4',
  reveals: 'count since version',
  spending: `
    counters counters.all_time.count counters.all_time.spent counters.all_time.window
    counters.daily.count counters.daily.spent counters.daily.window counters.monthly.count
    counters.monthly.spent counters.monthly.window counters.weekly.count counters.weekly.spent
    counters.weekly.window counters.yearly.count counters.yearly.spent counters.yearly.window version`,
  authorization: `
    amount amount_as_of approvals approved captured_amount card_id counted_with created_at currency
    customer_id decided_by history[].amount history[].at history[].status id issuer issuer_reference
    limit_at_decision.cap limit_at_decision.count limit_at_decision.count_limit
    limit_at_decision.currency limit_at_decision.interval limit_at_decision.left
    limit_at_decision.limit limit_at_decision.spent limit_at_decision.until
    refunded_amount requested_amount status tenant_id transactions[].amount transactions[].id
    transactions[].kind updated_at version windows`,
  'authorization-endpoint': `
    created_at fallback fallback.decision fallback.limits[].amount fallback.limits[].currency id secrets
    secrets[].created_at secrets[].encrypted secrets[].version status tenant_id timeout_ms updated_at
    url version`,
  breaker: 'endpoint_id version',
  'authorization-question': 'created_at leased_until',
  transaction: `
    amount card_id created_at currency customer_id id issuer issuer_reference kind merchant_amount
    merchant_currency tenant_id updated_at version`,
  webhook: `
    created_at event_types id secrets secrets[].created_at secrets[].encrypted secrets[].version slot
    status tenant_id updated_at url version`,
  'webhook-slot': 'created_at event_types id status tenant_id url',
  'onboarding-link': `
    created_at customer_id expires_at hash id level status tenant_id updated_at version`,
  event: `
    body causation causation.actor causation.actor.id causation.actor.type causation.request_id
    created_at event_id resource resource.id resource.object sequence tenant_id type`,
  delivery: `
    attempts_made created_at event_id event_type first_attempt.duration_ms first_attempt.number
    first_attempt.response.status first_attempt.started_at first_attempt.trigger id
    last_attempt.duration_ms last_attempt.error.kind last_attempt.number last_attempt.started_at
    last_attempt.trigger lease.token lease.until schedule_step status tenant_id updated_at url version
    webhook_id`,
  attempt: 'duration_ms number response.status started_at trigger',
  health: 'job.requested_at job.scheduled_at job.token probe.token probe.until state version',
  recovery: `
    created_at id rate_per_second requested_at scheduled_at scope since status tenant_id token until
    updated_at version webhook_id`,
  'running-recoveries': 'version',
  'idempotency-record': `
    body created_at operation payload_hash resource.id resource.object resource.path status_code`,
  request:
    'actor.id actor.type created_at duration_ms method path request_id route status tenant_id',
  'issuer-card': 'exp_month exp_year state status',
  'issuer-number': 'order_id',
  'issuer-token': 'status',
};
