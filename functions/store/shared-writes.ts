import { BatchExecuteStatementCommand } from '@aws-sdk/lib-dynamodb';
import { chunksOf } from '../chunks.ts';
import type { Connection } from '../dynamodb/client.ts';
import type { SingleWrite } from '../dynamodb/writes.ts';
import { logger, serializeError } from '../logging.ts';
import { gathering } from '../runtime/gathering.ts';
import { cutOffAt, type Deadline, systemClock } from '../time.ts';
import { commitAlone, type WritesAlone } from './commit-alone.ts';
import { type Statement, statementOf } from './statement.ts';

/** BatchExecuteStatement takes so many statements. */
const statementsMax = 25;

/**
 * Writes of the messages of a batch, of which so many are under way: what they write at about the same time is sent in one
 * call, each under its own condition and for its own price. The call only hurries: whatever of it was not written, or of
 * which no answer came, is then written alone, which tells a repetition from what is stale.
 */
export const sharedWrites = (connection: Connection, underWay: () => number): WritesAlone => {
  const together = gathering((asked: readonly Asked[]) => writeTogether(connection, asked), underWay);
  return async (write, deadline) => {
    if (!(await together({ write, deadline }))) await commitAlone(connection, write, deadline);
  };
};

type Asked = { readonly write: SingleWrite; readonly deadline: Deadline };

/** Whether each was written; of two writes of one item the first at most. */
const writeTogether = async (connection: Connection, asked: readonly Asked[]): Promise<boolean[]> => {
  const statements = new Map<string, { readonly statement: Statement; readonly position: number }>();
  for (const [position, { write }] of asked.entries()) {
    const statement = statementOf(write);
    const name = JSON.stringify(write.key);
    if (statement && !statements.has(name)) statements.set(name, { statement, position });
  }
  const written = asked.map(() => false);
  const all = [...statements.values()];
  // One alone is no cheaper this way.
  if (all.length < 2) return written;
  const deadline = Math.min(...asked.map((each) => each.deadline.deadline));
  for (const some of chunksOf(all, statementsMax)) {
    const answers = await sent(
      connection,
      some.map(({ statement }) => statement),
      deadline,
    );
    for (const [index, { position }] of some.entries()) written[position] = answers[index] ?? false;
  }
  return written;
};

const clock = systemClock();

/** What a write comes to that somebody was faster with: no fault, and not worth a line. */
const outrun = new Set<string>(['ConditionalCheckFailed', 'DuplicateItem']);

const sent = async ({ client }: Connection, Statements: Statement[], deadline: number): Promise<boolean[]> => {
  if (clock.now().getTime() >= deadline) return [];
  try {
    const command = new BatchExecuteStatementCommand({ Statements });
    const { Responses = [] } = await cutOffAt(deadline, clock, (abortSignal) => client.send(command, { abortSignal }));
    const refused = Responses.flatMap(({ Error: error }) => error?.Code ?? []).filter((code) => !outrun.has(code));
    if (refused.length > 0) logger.warn('writes are made one by one', { refused: [...new Set(refused)] });
    return Responses.map(({ Error: error }) => error === undefined);
  } catch (error) {
    logger.warn('writes are made one by one', { error: serializeError(error) });
    return [];
  }
};
