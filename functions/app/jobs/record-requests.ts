import { gunzipSync } from 'node:zlib';
import type { CloudWatchLogsDecodedData, CloudWatchLogsEvent, Context } from 'aws-lambda';
import { connect } from '../../core/dynamodb/client.ts';
import { storesOf } from '../../core/dynamodb/stores.ts';
import { savedOne, workOf } from '../../core/jobs/batch.ts';
import type { Work } from '../../core/outbox/unit-of-work.ts';
import { type RequestLine, requestIn } from '../../tenants/requests/model.ts';
import { recordRequest, recordRest } from '../../tenants/requests/table.ts';

const stores = storesOf(connect());

/**
 * Records the requests of the lines that CloudWatch Logs passes on. A batch that comes again changes nothing; one of which
 * a write fails comes again twice and is then given up, which costs no request anything.
 */
export const handler = async (
  { awslogs }: CloudWatchLogsEvent,
  context: Context,
): Promise<void> => {
  const { logEvents } = JSON.parse(
    gunzipSync(Buffer.from(awslogs.data, 'base64')).toString(),
  ) as CloudWatchLogsDecodedData;
  const work = workOf('record-requests', context, stores);
  const outcomes = await Promise.allSettled(
    logEvents.flatMap(({ message }) => requestIn(message) ?? []).map((line) => record(work, line)),
  );
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
};

const record = async (work: Work, line: RequestLine): Promise<void> => {
  if (!(await savedOne(work, recordRequest(line, process.env.ENVIRONMENT))))
    await savedOne(work, recordRest(line));
};
