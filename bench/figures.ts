import type { IdleMonth } from './idle-month.ts';
import type { Spread } from './samples.ts';

/** The results of the benchmarks. */
export type Figures = {
  readonly pipeline: {
    readonly repetitions: number;
    readonly creates_per_second: Spread;
    readonly deliveries_per_second: Spread;
    readonly deliveries_per_second_of_a_backlog: Spread;
    readonly commit_to_receipt_ms_one_at_a_time: Waits;
    readonly commit_to_receipt_ms_hurried: Waits;
    readonly processor_ms_per_event: Readonly<
      Record<'one_at_a_time' | 'hurried' | 'of_a_backlog', Readonly<Record<string, Spread>>>
    >;
  };
  readonly isolation: {
    readonly commit_to_receipt_ms_healthy: Readonly<
      Record<'alone' | 'flood_elsewhere' | 'beside_at_first' | 'beside', Waits>
    >;
    readonly p99_beside_over_flood_elsewhere: Spread;
    readonly dead: Readonly<Record<'events' | 'attempts' | 'attempts_of_a_plain_queue', Spread>>;
  };
  readonly promises: {
    readonly repetitions: number;
    readonly units: Readonly<Record<'ours' | 'unsafe', number>>;
    /** By the number of creates in parallel. */
    readonly parallel: Readonly<
      Record<string, Readonly<Record<'ours' | 'unsafe', Creating>> & { readonly p50_ratio: Spread }>
    >;
  };
  readonly scale: {
    readonly repetitions: number;
    readonly calls: number;
    readonly customers: { readonly few: number; readonly many: number };
  } & Readonly<
    Record<'get' | 'newest' | 'deep', Readonly<Record<'ms_few' | 'ms_many' | 'ratio', Spread>>>
  >;
  readonly engine: {
    readonly items: number;
    readonly calls: Readonly<Record<string, EngineCall>>;
  };
  readonly startup: {
    readonly starts: number;
    readonly warm: {
      readonly rounds_before: number;
      readonly rounds: number;
      readonly repetitions: number;
    };
    readonly started: Readonly<
      Record<string, Readonly<Record<'start_ms' | 'with_first_call_ms', Started>>>
    >;
    readonly warm_ms: Readonly<Record<string, Started>>;
    readonly bytes: Readonly<
      Record<string, Readonly<Record<'ours' | 'baseline' | 'bundled', number>>>
    >;
  };
  readonly costs: {
    readonly rounds: number;
    readonly repetitions: number;
    readonly prices: Readonly<Record<string, number>>;
    /**
     * The cost of the API for a call, of the queues for an event: in all that each costs, and not
     * in its parts.
     */
    readonly besides: { readonly gateway: number; readonly queue_requests: number };
    readonly taken: Readonly<Record<'create' | 'get' | 'event' | 'request' | 'sweep', Taken>>;
    readonly month: {
      readonly sandbox: IdleMonth;
      readonly live: IdleMonth;
      readonly sweeps: Spread;
    };
  };
};

/** The results that `npm run bench` wrote: of so many passes. */
export type Results = { readonly [name in keyof Figures]: Result<name> };
export type Result<Name extends keyof Figures> = { readonly passes: number } & Figures[Name];

export type Waits = { readonly p50: Spread; readonly p99: Spread };
export type Compared = Readonly<Record<'ours' | 'baseline' | 'ratio', Spread>>;
export type Creating = Readonly<Record<'p50_ms' | 'p99_ms' | 'per_second', Spread>>;
export type EngineCall = { readonly count: number } & Readonly<
  Record<'median_ms' | 'p99_ms' | 'worst_ms' | 'worst_processor_ms', Spread>
>;
export type Started = Compared & Readonly<Record<'bundled' | 'ratio_to_bundled', Spread>>;
export type Taken = Readonly<
  Record<'read' | 'write' | 'calls' | 'processor_ms', Spread> &
    // Dollars.
    Record<'functions' | 'tables' | 'messages' | 'logs' | 'in_all', Spread>
>;
