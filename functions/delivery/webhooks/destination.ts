import type { ApiErrorItem, ApiErrorItemCode } from '../../core/api-error.ts';

/** The kinds of destinations in other AWS accounts. */
export type DestinationType = 'eventbridge' | 'sqs';

/** A destination as a business names it: an event bus by its ARN, or a queue by its URL. */
export type DestinationAddress =
  | { readonly type: 'eventbridge'; readonly bus_arn: string }
  | { readonly type: 'sqs'; readonly queue_url: string };

/** The member that has the address. */
const addressFields = { eventbridge: 'bus_arn', sqs: 'queue_url' } as const satisfies Record<
  DestinationType,
  string
>;

/** The address of a destination as it is stored: the ARN or the URL. */
export const storedAddress = (destination: DestinationAddress): string =>
  destination.type === 'eventbridge' ? destination.bus_arn : destination.queue_url;

/** The pieces of an address. */
export type DestinationParts = {
  readonly partition: string;
  readonly region: string;
  /** 12 digits. */
  readonly account: string;
  readonly name: string;
};

// Regions of the partitions below: eu-west-1, us-gov-east-1, cn-north-1. Those of isolated partitions have another form.
const region = '(?<region>[a-z]{2}-(?:gov-)?[a-z]{4,9}-[1-9][0-9]?)';
const account = '(?<account>[0-9]{12})';

/** Hosts of SQS: a region's own, with FIPS, with IPv6, and the older ones, of which the one without a region is of us-east-1. */
const sqsHost =
  `(?:sqs(?:-fips)?\\.${region}\\.(?<domain>amazonaws\\.com|amazonaws\\.com\\.cn|api\\.aws|api\\.amazonwebservices\\.com\\.cn)` +
  `|(?:${region}\\.)?queue\\.(?<domain>amazonaws\\.com|amazonaws\\.com\\.cn))`;

/** The form of each address. It is kept as sent, whichever host of a region it names. */
const addressPatterns: Readonly<Record<DestinationType, string>> = {
  eventbridge: `^arn:(?<partition>aws|aws-us-gov|aws-cn):events:${region}:${account}:event-bus/(?<name>[A-Za-z0-9._-]{1,256})$`,
  sqs: `^https://${sqsHost}/${account}/(?<name>[A-Za-z0-9_-]{1,75}(?:[A-Za-z0-9_-]{0,5}|\\.fifo))$`,
};

/** The same for the document: not every dialect of regular expressions has names of groups. */
export const addressPattern = (type: DestinationType): string =>
  addressPatterns[type].replaceAll(/\?<[a-z]+>/g, '');

const expressions = {
  eventbridge: new RegExp(addressPatterns.eventbridge),
  sqs: new RegExp(addressPatterns.sqs),
};

/** The partition of a region. */
const partitionOf = (name: string): string => {
  if (name.startsWith('cn-')) return 'aws-cn';
  return name.startsWith('us-gov-') ? 'aws-us-gov' : 'aws';
};

/** The region of a host of SQS that names none. */
const unnamed_region = 'us-east-1';

/** Whether a domain is of China's partition, which has its own. */
const isChinese = (domain: string): boolean => domain.endsWith('.cn');

/** The pieces of an address; null where it has another form, or where region and partition do not fit. */
export const destinationParts = (
  type: DestinationType,
  address: string,
): DestinationParts | null => {
  const groups = expressions[type].exec(address)?.groups;
  if (!groups) return null;
  const {
    region: of = unnamed_region,
    account: owner = '',
    name = '',
    domain,
    partition: said,
  } = groups;
  const partition = partitionOf(of);
  if ((said ?? partition) !== partition) return null;
  if (domain !== undefined && isChinese(domain) !== (partition === 'aws-cn')) return null;
  return { partition, region: of, account: owner, name };
};

/** Whether a queue keeps the order of its groups and drops messages that it got before. */
export const isFifo = (queueUrl: string): boolean => queueUrl.endsWith('.fifo');

/** The errors of an address for deliveries that the role of that ARN makes. Nobody may name what is in its own account. */
export const destinationErrors = (
  type: DestinationType,
  address: string,
  roleArn: string,
): ApiErrorItem[] => {
  const error = (code: ApiErrorItemCode, detail: string) => [
    { pointer: `/destination/${addressFields[type]}`, code, detail },
  ];
  const parts = destinationParts(type, address);
  const own = roleParts(roleArn);
  if (!parts)
    return error(
      'invalid_format',
      'The region, the partition and the host do not belong together.',
    );
  if (parts.partition !== own.partition)
    return error(
      'invalid_value',
      `Must be in the partition ${own.partition}, in which this service runs.`,
    );
  if (parts.account === own.account)
    return error('invalid_value', 'Must be in an AWS account of yours.');
  return [];
};

const roleParts = (roleArn: string) => {
  const [, partition = '', , , owner = ''] = roleArn.split(':');
  return { partition, account: owner };
};

/** The source of a tenant's events on buses. The policy of a bus admits this one alone, so that no other tenant writes there. */
export const sourceOf = (environment: string, tenantId: string): string =>
  `financial-services/${environment}/${tenantId}`;

const actions = { eventbridge: 'events:PutEvents', sqs: 'sqs:SendMessage' } as const;

/**
 * The policy by which the owner of a bus or queue lets deliveries in, as JSON: the role of that ARN may put or send there, and
 * nobody else. It names the role in a condition, since as a principal a role that is created again is another one.
 */
export const destinationPolicy = (
  type: DestinationType,
  address: string,
  roleArn: string,
  source: string,
): string => {
  const parts = destinationParts(type, address);
  const { partition, account: principal } = roleParts(roleArn);
  const { region: of, account: owner, name } = parts ?? { region: '', account: '', name: '' };
  const tenant = {
    'ForAllValues:StringEquals': { 'events:source': source },
    // The operator above also holds where there is no source.
    Null: { 'events:source': 'false' },
  };
  const statement = {
    // Its own for each tenant and environment, so that a policy can have the statements of several.
    Sid: source.replaceAll(/[^A-Za-z0-9]/g, ''),
    Effect: 'Allow',
    Principal: { AWS: principal },
    Action: actions[type],
    Resource: type === 'eventbridge' ? address : `arn:${partition}:sqs:${of}:${owner}:${name}`,
    Condition: {
      ArnEquals: { 'aws:PrincipalArn': roleArn },
      ...(type === 'eventbridge' && tenant),
    },
  };
  return JSON.stringify({ Version: '2012-10-17', Statement: [statement] });
};
