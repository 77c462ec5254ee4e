import { account } from '../assembly.ts';
import type { Resource } from '../aws-service.ts';
import { BadConfiguration } from '../bad-configuration.ts';
import { type Statement, statementsOf } from '../iam/statement.ts';
import { queueArn } from './settings.ts';

/** What queues themselves allow. */
export type QueuePolicies = {
  /** Whether a service of AWS may send there on behalf of a resource: `events.amazonaws.com` for the arn of a rule. */
  maySend(service: string, queueArn: string, sourceArn: string): boolean;
  /** The policy as GetQueueAttributes shows it; undefined where there is none. */
  documentOf(queueArn: string): unknown;
};

/** Reads the AWS::SQS::QueuePolicy of every queue; throws BadConfiguration for what it cannot evaluate exactly. */
export const queuePoliciesOf = (resources: readonly Resource[]): QueuePolicies => {
  const documents = new Map<string, unknown>();
  const statements = new Map<string, Granted[]>();
  for (const { type, properties, logicalId } of resources) {
    if (type !== 'AWS::SQS::QueuePolicy') continue;
    const { Queues, PolicyDocument } = properties as { Queues: readonly string[]; PolicyDocument: Document };
    for (const url of Queues) {
      // CloudFormation sets the queue's one policy: a second one would replace the first.
      if (documents.has(arnOf(url)))
        throw new BadConfiguration(`The queue ${url} has two policies; only one can hold.`);
      documents.set(arnOf(url), PolicyDocument);
      statements.set(arnOf(url), grantsOf(PolicyDocument, logicalId));
    }
  }
  return {
    documentOf: (arn) => documents.get(arn),
    maySend: (service, arn, sourceArn) => {
      const context = new Map([
        ['aws:securetransport', ['true']],
        ['aws:sourcearn', [sourceArn]],
        ['aws:sourceaccount', [account]],
      ]);
      const covering = (statements.get(arn) ?? []).filter(
        ({ isFor, statement }) =>
          isFor(service) && statement.covers({ action: 'sqs:SendMessage', resource: arn }, context),
      );
      return covering.length > 0 && covering.every(({ statement }) => statement.effect === 'Allow');
    },
  };
};

type Document = { readonly Statement: Declared | readonly Declared[] };
type Declared = Readonly<Record<string, unknown>> & { readonly Principal?: unknown };
type Granted = { readonly isFor: (service: string) => boolean; readonly statement: Statement };

/** `https://sqs.{region}.amazonaws.com/{account}/{name}` */
const arnOf = (url: string): string => queueArn(url.split('.')[1] ?? '', url.split('/').at(-1) ?? '');

const grantsOf = (document: Document, where: string): Granted[] =>
  [document.Statement].flat().flatMap(({ Principal, ...rest }: Declared) => {
    const services = servicesOf(Principal);
    const isFor = (service: string): boolean => services.includes('*') || services.includes(service);
    return statementsOf({ Statement: rest }, where).map((statement) => ({ isFor, statement }));
  });

/** The services among the principals; `*` for everybody. Accounts and roles are never services. */
const servicesOf = (principal: unknown): string[] => {
  if (principal === '*') return ['*'];
  const { Service = [], AWS = [] } = (principal ?? {}) as { Service?: string | string[]; AWS?: string | string[] };
  return [...[Service].flat(), ...[AWS].flat().filter((each) => each === '*')];
};
