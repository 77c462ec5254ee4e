import type { Core } from '../../dynamodb/engine/core.ts';

/** A table with a sort key, an index by author, a stream and an attribute of expiry. */
export const notesDefinition = {
  TableName: 'notes',
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: ['pk', 'sk', 'author'].map((AttributeName) => ({
    AttributeName,
    AttributeType: 'S',
  })),
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'by_author',
      KeySchema: [{ AttributeName: 'author', KeyType: 'HASH' }],
      Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['title'] },
    },
  ],
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
};

/** Makes that table. */
export const createNotes = (core: Core): void => {
  core.call('CreateTable', notesDefinition);
  const TimeToLiveSpecification = { AttributeName: 'expires', Enabled: true };
  core.call('UpdateTimeToLive', { TableName: 'notes', TimeToLiveSpecification });
};

type Attributes = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A note of an author. */
export const noteOf = (sk: string, author: string, more: Attributes = {}) => ({
  pk: { S: 'a' },
  sk: { S: sk },
  author: { S: author },
  ...more,
});

/** Stores a note. */
export const putNote = (core: Core, Item: Attributes): void =>
  void core.call('PutItem', { TableName: 'notes', Item });

/** The sort keys of an author's notes, as the index has them. */
export const byAuthor = (core: Core, author: string): string[] =>
  core
    .call<{ Items: readonly { sk: { S: string } }[] }>('Query', {
      TableName: 'notes',
      IndexName: 'by_author',
      KeyConditionExpression: 'author = :author',
      ExpressionAttributeValues: { ':author': { S: author } },
    })
    .Items.map(({ sk }) => sk.S)
    .toSorted();

/** A record of a stream. */
export type NoteRecord = {
  readonly eventName: string;
  readonly userIdentity?: object;
  readonly dynamodb: { readonly SequenceNumber: string; readonly Keys: Attributes };
};

/** Every record of the table's stream. */
export const recordsOf = (core: Core): readonly NoteRecord[] => {
  const { Streams } = core.call<{ Streams: readonly { StreamArn: string }[] }>('ListStreams', {
    TableName: 'notes',
  });
  const StreamArn = Streams[0]?.StreamArn;
  const { StreamDescription } = core.call<{
    StreamDescription: { Shards: readonly { ShardId: string }[] };
  }>('DescribeStream', { StreamArn });
  const ShardId = StreamDescription.Shards[0]?.ShardId;
  const { ShardIterator } = core.call<object & { ShardIterator: string }>('GetShardIterator', {
    StreamArn,
    ShardId,
    ShardIteratorType: 'TRIM_HORIZON',
  });
  return core.call<{ Records: readonly NoteRecord[] }>('GetRecords', { ShardIterator }).Records;
};
