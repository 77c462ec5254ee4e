/** What a worker asks of AWS for a batch, its calls one after another, those made at once joined by ` + `, and its units. */
export type WorkerCost = { readonly asks: readonly string[]; readonly units: number };

/**
 * Events of some 1.5 KB to one webhook whose endpoint is healthy, and whose success was noted within the last minute. Secrets
 * are known: each is opened every five minutes at most.
 */
export const pipelineCases = {
  'one event': {
    fanOut: { asks: ['BatchGetItem + Query', 'PutItem', 'SendMessageBatch', 'UpdateItem'], units: 10.5 },
    deliver: { asks: ['BatchGetItem', 'PutItem', 'BatchGetItem', 'PutItem'], units: 9.5 },
  },
  /** Nothing is made twice: the event is confirmed, and nobody finds anything due. */
  'the same messages again': {
    fanOut: { asks: ['BatchGetItem + Query', 'PutItem', 'SendMessageBatch', 'UpdateItem'], units: 3.5 },
    deliver: { asks: ['BatchGetItem', 'BatchGetItem'], units: 3 },
  },
  /** The attempt lies by itself, the endpoint's health changes, and the next attempt is due. */
  'one event to an endpoint that fails': {
    fanOut: { asks: ['BatchGetItem + Query', 'PutItem', 'SendMessageBatch', 'UpdateItem'], units: 10.5 },
    deliver: {
      asks: ['BatchGetItem', 'PutItem', 'BatchGetItem', 'TransactWriteItems', 'SendMessageBatch', 'TransactWriteItems'],
      units: 14.5,
    },
  },
} as const satisfies Record<string, { readonly fanOut: WorkerCost; readonly deliver: WorkerCost }>;

/**
 * Ten events of one business, in one batch. What all ask at once is asked once: the slots of the business, the health of the
 * endpoint; later reads and wake-ups go out together as far as what came before was answered at the same time.
 */
export const batchCase = {
  fanOut: { asks: { BatchGetItem: 1, Query: 1 }, units: 96 },
  deliver: {
    /** All but the business and its webhook, which cost two units each time that they are read for some of the ten. */
    units: 70.5,
    unitsOfRead: 2,
  },
} as const;
