import type { Small, SmallFunction } from './small-assembly.ts';

const att = (name: string, attribute = 'Arn') => ({ 'Fn::GetAtt': [name, attribute] });
const allow = (Action: string[], Resource: unknown) => ({ Effect: 'Allow', Action, Resource });

/** Calls AWS as a function does, without its SDK: the address and the key id are all that matters here. */
const calling = `
const call = async (service, target, input) => {
  const credential = process.env.AWS_ACCESS_KEY_ID + '/20260101/' + process.env.AWS_REGION + '/' + service + '/aws4_request';
  const headers = { 'x-amz-target': target, authorization: 'AWS4-HMAC-SHA256 Credential=' + credential };
  const answer = await fetch(process.env.AWS_ENDPOINT_URL, { method: 'POST', headers, body: JSON.stringify(input) });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
};`;

const relay: SmallFunction = {
  source: `${calling}
exports.handler = async ({ Records }) => {
  const Entries = Records.map(({ dynamodb: { NewImage } }) => ({
    EventBusName: 'house', Source: 'test', DetailType: 'note.made', Detail: JSON.stringify({ id: NewImage.id.S, tenant_id: 'biz_1' }),
  }));
  const answer = await call('events', 'AWSEvents.PutEvents', { Entries });
  const batchItemFailures = Records.filter((_, n) => answer.Entries[n].ErrorCode)
    .map(({ dynamodb }) => ({ itemIdentifier: dynamodb.SequenceNumber }));
  return { batchItemFailures };
};`,
};

const work: SmallFunction = {
  source: `exports.handler = async ({ Records }) => {
  for (const { body, attributes } of Records) console.log('handled ' + JSON.parse(body).detail.id + ' of ' + attributes.MessageGroupId);
};`,
};

const tick: SmallFunction = { source: `exports.handler = async (event) => console.log(event['detail-type']);` };

const role = {
  RoleName: 'small',
  Policies: [
    {
      PolicyName: 'needs',
      PolicyDocument: {
        Statement: [
          allow(
            ['dynamodb:DescribeStream', 'dynamodb:GetShardIterator', 'dynamodb:GetRecords'],
            att('Notes', 'StreamArn'),
          ),
          allow(['events:PutEvents'], att('House')),
          allow(['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], att('Queue')),
        ],
      },
    },
  ],
};

const resources = {
  Role: { Type: 'AWS::IAM::Role', Properties: role },
  Notes: {
    Type: 'AWS::DynamoDB::Table',
    Properties: {
      TableName: 'small-notes',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
    },
  },
  Feed: {
    Type: 'AWS::Lambda::EventSourceMapping',
    Properties: {
      FunctionName: { Ref: 'relay' },
      EventSourceArn: att('Notes', 'StreamArn'),
      StartingPosition: 'TRIM_HORIZON',
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      FilterCriteria: { Filters: [{ Pattern: '{"eventName":["INSERT"]}' }] },
    },
  },
  House: { Type: 'AWS::Events::EventBus', Properties: { Name: 'house' } },
  Rule: {
    Type: 'AWS::Events::Rule',
    Properties: {
      EventBusName: { Ref: 'House' },
      EventPattern: { 'detail-type': [{ prefix: 'note.' }] },
      Targets: [{ Id: 'a', Arn: att('Queue'), SqsParameters: { MessageGroupId: '$.detail.tenant_id' } }],
    },
  },
  Queue: { Type: 'AWS::SQS::Queue', Properties: { VisibilityTimeout: 5 } },
  QueuePolicy: {
    Type: 'AWS::SQS::QueuePolicy',
    Properties: {
      Queues: [{ Ref: 'Queue' }],
      PolicyDocument: {
        Statement: {
          ...allow(['sqs:SendMessage'], att('Queue')),
          Principal: { Service: 'events.amazonaws.com' },
          Condition: { ArnEquals: { 'aws:SourceArn': att('Rule') } },
        },
      },
    },
  },
  Work: {
    Type: 'AWS::Lambda::EventSourceMapping',
    Properties: {
      FunctionName: { Ref: 'work' },
      EventSourceArn: att('Queue'),
      ScalingConfig: { MaximumConcurrency: 2 },
    },
  },
  Clock: {
    Type: 'AWS::Events::Rule',
    Properties: { ScheduleExpression: 'rate(1 minute)', Targets: [{ Id: 'a', Arn: att('tick') }] },
  },
  ClockMay: {
    Type: 'AWS::Lambda::Permission',
    Properties: { FunctionName: att('tick'), Principal: 'events.amazonaws.com', SourceArn: att('Clock') },
  },
};

/** A pipeline in small: a table's stream → relay → bus → queue → worker, and a function that a schedule runs. */
export const smallPipeline: Small = { functions: { relay, work, tick }, resources };
