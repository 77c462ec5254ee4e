import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

/** Nobody's bytes are hashed beyond this; the events of providers are far smaller. */
const body_bytes_max = 262_144;

/** The bytes that a provider sent; undefined where there are more than it would send. */
export const bytesOf = ({ body, isBase64Encoded }: APIGatewayProxyEvent): Buffer | undefined => {
  const bytes = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  return bytes.length > body_bytes_max ? undefined : bytes;
};

/** The provider's dashboard shows the text beside the failed event. */
export const rejectedEvent = (statusCode: number, body: string): APIGatewayProxyResult => ({
  statusCode,
  headers: { 'content-type': 'text/plain' },
  body,
});

/** The answer to more bytes than a provider sends. */
export const eventTooLarge = rejectedEvent(
  413,
  `An event must not be larger than ${body_bytes_max} bytes.`,
);

/** The answer where something of ours did not work. */
export const sendAgain = rejectedEvent(503, 'It could not be processed now: send it again.');
