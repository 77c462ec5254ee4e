/** The tables that random commands act on: every kind of key and index, and one stream. */
export const tablesNamed = (suffix: string) => ({
  composite: `composite-${suffix}`,
  simple: `simple-${suffix}`,
});

export type TableNames = ReturnType<typeof tablesNamed>;

/** The definitions that create them. */
export const definitionsOf = ({ composite, simple }: TableNames): readonly object[] => [
  {
    TableName: composite,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: Object.entries({ pk: 'S', sk: 'S', g1: 'S', n: 'N', a: 'S' }).map(
      ([name, type]) => ({
        AttributeName: name,
        AttributeType: type,
      }),
    ),
    KeySchema: keys('pk', 'sk'),
    GlobalSecondaryIndexes: [
      {
        IndexName: 'included',
        KeySchema: keys('g1', 'n'),
        Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['b', 'm'] },
      },
      { IndexName: 'keys', KeySchema: keys('g1'), Projection: { ProjectionType: 'KEYS_ONLY' } },
    ],
    LocalSecondaryIndexes: [
      { IndexName: 'whole', KeySchema: keys('pk', 'a'), Projection: { ProjectionType: 'ALL' } },
      {
        IndexName: 'local',
        KeySchema: keys('pk', 'n'),
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ],
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  },
  {
    TableName: simple,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'N' }],
    KeySchema: keys('pk'),
  },
];

const keys = (hash: string, range?: string) => [
  { AttributeName: hash, KeyType: 'HASH' },
  ...(range === undefined ? [] : [{ AttributeName: range, KeyType: 'RANGE' }]),
];

/** The keys of an index, without those of the table. */
export const indexKeys: Readonly<Record<string, readonly [string, string?]>> = {
  included: ['g1', 'n'],
  keys: ['g1'],
  whole: ['pk', 'a'],
  local: ['pk', 'n'],
};
