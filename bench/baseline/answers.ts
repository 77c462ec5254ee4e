import type { APIGatewayProxyResult } from 'aws-lambda';

const always = {
  'cache-control': 'no-store',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
};

/** An answer with a resource. */
export const answered = (
  statusCode: number,
  requestId: string,
  body: { id: string; version: number },
  location?: string,
): APIGatewayProxyResult => ({
  statusCode,
  headers: {
    ...always,
    'x-request-id': requestId,
    'content-type': 'application/json',
    ...(location && { location }),
    etag: `"${body.version}"`,
  },
  body: JSON.stringify(body),
});

/** A refusal. */
export const refused = (
  statusCode: number,
  requestId: string,
  code: string,
): APIGatewayProxyResult => ({
  statusCode,
  headers: { ...always, 'x-request-id': requestId, 'content-type': 'application/problem+json' },
  body: JSON.stringify({ status: statusCode, code, request_id: requestId }),
});
