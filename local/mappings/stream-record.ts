/** A record as GetRecords answers it. */
export type EngineRecord = {
  readonly eventID: string;
  readonly eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  readonly userIdentity?: unknown;
  readonly dynamodb: {
    readonly SequenceNumber: string;
    /** Seconds since 1970. */
    readonly ApproximateCreationDateTime: number;
    readonly Keys?: unknown;
    readonly NewImage?: unknown;
    readonly OldImage?: unknown;
    readonly SizeBytes?: number;
    readonly StreamViewType?: string;
  };
};

/** A change of a table as Lambda hands it to a function. */
export const streamRecord = (record: EngineRecord, sourceArn: string, region: string) => ({
  eventID: record.eventID,
  eventName: record.eventName,
  eventVersion: '1.1',
  eventSource: 'aws:dynamodb',
  awsRegion: region,
  dynamodb: record.dynamodb,
  ...(record.userIdentity ? { userIdentity: record.userIdentity } : {}),
  eventSourceARN: sourceArn,
});

export type StreamRecord = ReturnType<typeof streamRecord>;

/** What identifies a record in its shard. */
export const sequenceOf = ({ dynamodb }: Pick<EngineRecord, 'dynamodb'>): string => dynamodb.SequenceNumber;

/** When the change happened, in milliseconds since 1970; the engine knows whole seconds. */
export const happenedAt = ({ dynamodb }: Pick<EngineRecord, 'dynamodb'>): number =>
  dynamodb.ApproximateCreationDateTime * 1000;
