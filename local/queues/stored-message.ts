/** A message attribute as the JSON protocol writes it. */
export type MessageAttribute = { readonly DataType: string; readonly StringValue: string };

/** How many messages can be received, were received and not deleted, or wait for their time. */
export type Depth = {
  readonly visible: number;
  readonly inFlight: number;
  readonly delayed: number;
};

/** A message and its state. */
export type StoredMessage = {
  readonly messageId: string;
  readonly body: string;
  readonly md5: string;
  readonly group: string;
  readonly messageAttributes: Readonly<Record<string, MessageAttribute>>;
  readonly sentAt: number;
  readonly from?: string;
  state: keyof Depth;
  isRemoved: boolean;
  /** Over all queues, as SQS counts; redrive looks at `receivesHere`. */
  receives: number;
  receivesHere: number;
  firstReceivedAt?: number;
  receipt?: string;
  timer?: NodeJS.Timeout;
  /** Where the data folder has it. */
  row?: number;
};
