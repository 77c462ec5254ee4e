/**
 * List prices of AWS in dollars, without free tiers, discounts and taxes: N. Virginia (us-east-1), Lambda on arm64, as
 * published in 2025. Ireland is dearer by an eighth for DynamoDB and logs, and the same for the rest.
 */
export const prices = {
  /** One call of a REST API. */
  gateway_call: 3.5e-6,
  lambda_invocation: 0.2e-6,
  lambda_gb_second: 0.0000133334,
  /** On demand, a unit of DynamoDB. */
  write_unit: 0.625e-6,
  read_unit: 0.125e-6,
  kms_call: 0.03e-4,
  /** One event of up to 64 KB put on a bus. */
  bus_event: 1e-6,
  /** Sending, receiving and deleting up to ten messages or 64 KB are a request each. */
  queue_request: 0.4e-6,
  log_gigabyte: 0.5,
  alarm_metric_month: 0.1,
  custom_metric_month: 0.3,
  key_month: 1,
} as const;

/** Where a function's time is made of what it computes and what it waits for, Lambda gives it so much of a processor. */
export const processors_per_megabyte = 1 / 1769;

/** What one call of DynamoDB, KMS, EventBridge or SQS is taken to last within a region, in milliseconds: they say single digits. */
export const round_trip_ms = 5;

/** Lambda keeps five long polls of twenty seconds on each queue that has nothing. */
export const idle_polls_a_second = 5 / 20;
