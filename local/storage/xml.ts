import type { AwsAnswer } from '../aws-service.ts';
import type { AwsError } from '../errors.ts';

/** An error as S3 writes it: XML, with its own names for the errors of every service. */
export const xmlErrorAnswer = (error: AwsError): AwsAnswer => {
  const { status, code } = generic[error.code] ?? error;
  const members = Object.entries({ Code: code, Message: error.message, ...error.members });
  const body = members
    .map(([name, value]) => `<${name}>${xmlText(String(value))}</${name}>`)
    .join('');
  return xmlAnswer(status, `<Error>${body}</Error>`);
};

/** A document of one element. */
export const xmlAnswer = (status: number, element: string): AwsAnswer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n${element}`,
});

/** The name of the endpoint and of IAM → S3's name. */
const generic: Readonly<Record<string, { readonly status: number; readonly code: string }>> = {
  AccessDeniedException: { status: 403, code: 'AccessDenied' },
  MissingAuthenticationTokenException: { status: 403, code: 'AccessDenied' },
  UnrecognizedClientException: { status: 403, code: 'InvalidAccessKeyId' },
  InternalServerError: { status: 500, code: 'InternalError' },
};

/** Escapes a text for XML. */
export const xmlText = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
