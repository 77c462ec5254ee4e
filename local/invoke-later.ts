import { account } from './assembly.ts';
import type { Resource } from './aws-service.ts';
import type { Destinations } from './destinations.ts';
import { functionNameIn } from './functions/lambda-function.ts';

/** Runs a function on anything that JSON holds; rejects only when the machine stops or has no such function. */
export type Invoke = (functionName: string, payload: unknown) => Promise<Invoked>;

/** How a function answered; `functionError` is set when it failed. */
export type Invoked = {
  readonly requestId: string;
  readonly payload: unknown;
  readonly functionError?: string;
};

/** An asynchronous invocation: Lambda itself tries a failed one again. Resolves, and never rejects, when it is over. */
export type InvokeLater = (functionName: string, payload: unknown) => Promise<void>;

/** Asynchronous invocations with the retries and the destination of each function's AWS::Lambda::EventInvokeConfig. */
export const createInvokeLater = (
  resources: readonly Resource[],
  invoke: Invoke,
  destinations: Destinations,
): InvokeLater => {
  const settings = new Map(
    resources
      .filter(({ type }) => type === 'AWS::Lambda::EventInvokeConfig')
      .map(({ properties, logicalId, region }) => {
        const { FunctionName, MaximumRetryAttempts, DestinationConfig } = properties as Properties;
        const name = functionNameIn(FunctionName) ?? FunctionName;
        const failures = DestinationConfig?.OnFailure?.Destination;
        if (failures !== undefined) destinations.check(name, failures, logicalId);
        return [
          name,
          { arn: functionArn(region, name), retries_max: MaximumRetryAttempts ?? default_retries_max, failures },
        ] as const;
      }),
  );
  return async (functionName, payload) => {
    const { arn, retries_max, failures } = settings.get(functionName) ?? unconfigured;
    for (let tries = 1; ; tries++) {
      // A rejection means that the machine is stopping: then nobody is left to try again.
      const outcome = await invoke(functionName, payload).catch(() => undefined);
      if (!outcome?.functionError) return;
      if (tries <= retries_max) continue;
      if (failures !== undefined) destinations.send(functionName, failures, failureOf(arn, payload, tries, outcome));
      return;
    }
  };
};

type Properties = {
  readonly FunctionName: string;
  readonly MaximumRetryAttempts?: number;
  readonly DestinationConfig?: { readonly OnFailure?: { readonly Destination?: string } };
};

/** Where a function's configuration says nothing. */
const default_retries_max = 2;
const unconfigured = { arn: '', retries_max: default_retries_max, failures: undefined };

/** The arn of a function. */
export const functionArn = (region: string, name: string): string =>
  `arn:aws:lambda:${region}:${account}:function:${name}`;

/** What the destination is told, as Lambda writes it. */
const failureOf = (arn: string, requestPayload: unknown, tries: number, outcome: Invoked) => ({
  version: '1.0',
  timestamp: new Date().toISOString(),
  requestContext: {
    requestId: outcome.requestId,
    functionArn: `${arn}:$LATEST`,
    condition: 'RetriesExhausted',
    approximateInvokeCount: tries,
  },
  requestPayload,
  responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: outcome.functionError },
  responsePayload: outcome.payload,
});
