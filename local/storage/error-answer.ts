import type { AwsError } from '../aws-error.ts';
import type { AwsAnswer } from '../aws-service.ts';

/** A refusal as S3 writes it: XML, with names of its own for what every service refuses. */
export const storageErrorAnswer = (error: AwsError): AwsAnswer => {
  const { status, code } = generic[error.code] ?? error;
  const members = Object.entries({ Code: code, Message: error.message, ...error.members });
  const body = members.map(([name, value]) => `<${name}>${xmlText(String(value))}</${name}>`).join('');
  return {
    status,
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${body}</Error>`,
  };
};

/** What the front door and IAM call it → what S3 does. */
const generic: Readonly<Record<string, { readonly status: number; readonly code: string }>> = {
  AccessDeniedException: { status: 403, code: 'AccessDenied' },
  MissingAuthenticationTokenException: { status: 403, code: 'AccessDenied' },
  UnrecognizedClientException: { status: 403, code: 'InvalidAccessKeyId' },
  InternalServerError: { status: 500, code: 'InternalError' },
};

/** A text as it stands in XML. */
export const xmlText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
