/**
 * The signer of a call: the function whose access key it was, or the machine's own operator (tests,
 * scripts), who may do everything. A link was signed by a function whose instance does not make the
 * call and may have ended. The administrator of another account may do everything with the queues
 * and buses of that account.
 */
export type Principal =
  | { readonly kind: 'function'; readonly functionName: string; readonly instanceId: string }
  | { readonly kind: 'link'; readonly functionName: string }
  | { readonly kind: 'account'; readonly account: string }
  | { readonly kind: 'operator' };

/** One call of an AWS API. */
export type AwsCall = {
  /** From the credential scope: `dynamodb`, `kms`, `sqs`, `events`, `lambda`, `s3`. */
  readonly service: string;
  /** From the credential scope: `eu-west-1`. */
  readonly region: string;
  /** `GetItem`, `Encrypt`, `SendMessage`; for REST services what their file derives from method and path. */
  readonly operation: string;
  readonly principal: Principal;
  readonly method: string;
  /** With its query string, as in the request line. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

export type AwsAnswer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** For the recorder: the tables, and what DynamoDB would charge with their indexes. */
  readonly usage?: { readonly tables: readonly string[]; readonly capacityUnits: number };
};

/** One action on one resource that IAM must allow before a call is handled. */
export type Access = {
  /** As in a policy: `dynamodb:GetItem`. */
  readonly action: string;
  readonly resource: string;
  /** Condition keys known for this call: `kms:ViaService`, `kms:ResourceAliases`, … */
  readonly context?: Readonly<Record<string, string | readonly string[]>>;
};

/** One emulated AWS service behind the endpoint. */
export type AwsService = {
  readonly name: string;
  /** Throws an AwsError before the body is read; the secret is that of the access key which the call names. */
  admit?(call: Omit<AwsCall, 'operation' | 'body'>, secretAccessKey: string): void;
  /** The operation's name; JSON services take it from `x-amz-target`. */
  operation(call: Omit<AwsCall, 'operation'>): string;
  /** Everything IAM must allow; an empty list is a call nobody may make. May throw an AwsError. */
  accesses(call: AwsCall): readonly Access[];
  /** May reject with an AwsError. */
  handle(call: AwsCall): Promise<AwsAnswer>;
};

/** The largest body of a call; S3 takes the largest of all services here. */
export const request_bytes_max = 20 * 1024 * 1024;

/** A resource of the synthesised templates with every intrinsic function resolved. */
export type Resource = {
  readonly environment: string;
  readonly stack: string;
  readonly region: string;
  readonly logicalId: string;
  /** The value of `Ref`: a table's name, a key's id, a queue's URL; the same at every start. */
  readonly physicalId: string;
  /** As CloudFormation names it: `AWS::DynamoDB::GlobalTable`. */
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
};
