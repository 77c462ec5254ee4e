import { declared } from './small-api-template.ts';
/** A rule with one target, on the bus with the logical id `Bus` by default. */
export const ruleIn = (
  pattern: object,
  target: object,
  more: object = { EventBusName: { Ref: 'Bus' } },
) =>
  declared('AWS::Events::Rule', {
    EventPattern: pattern,
    Targets: [{ Id: 'only', ...target }],
    ...more,
  });

/** The arn of a resource of the same template. */
export const arnOf = (logicalId: string) => ({ 'Fn::GetAtt': [logicalId, 'Arn'] });

/** The policy that CDK gives a queue for rules: it admits the service, for those rules alone. */
export const policyFor = (queue: string, ...rules: string[]) =>
  declared('AWS::SQS::QueuePolicy', {
    Queues: [{ Ref: queue }],
    PolicyDocument: {
      Statement: rules.map((name) => ({
        Effect: 'Allow',
        Principal: { Service: 'events.amazonaws.com' },
        Action: 'sqs:SendMessage',
        Resource: arnOf(queue),
        Condition: { ArnEquals: { 'aws:SourceArn': arnOf(name) } },
      })),
    },
  });
