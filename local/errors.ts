/** local/ cannot run with this configuration: `message` is one clear sentence for the person who started it. */
export class BadConfiguration extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'BadConfiguration';
  }
}

/** Throws BadConfiguration for a property that is not known: what it means here would have to be guessed. */
export const assertOnly = (where: string, properties: object, known: readonly string[]): void => {
  const unknown = Object.keys(properties).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new BadConfiguration(`${where} has ${unknown}, which local/ does not run.`);
};

/** An error that a service of AWS answers; the SDK raises the class of that name. */
export class AwsError extends Error {
  readonly status: number;
  readonly code: string;
  /** More members of the answer: `CancellationReasons`. */
  readonly members: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    code: string,
    message: string,
    members: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.name = 'AwsError';
    this.status = status;
    this.code = code;
    this.members = members;
  }
}

/** The request is not what the operation takes. */
export const validationError = (message: string): AwsError =>
  new AwsError(400, 'ValidationException', message);

/** No such operation in this service. */
export const unknownOperation = (operation: string): AwsError =>
  new AwsError(400, 'UnknownOperationException', `The operation ${operation} is not known here.`);
