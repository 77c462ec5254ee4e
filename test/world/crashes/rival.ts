import type { Answer } from '../../helpers/call.ts';
import { type Changing, operationsOf } from '../../helpers/changing-cases.ts';
import { kindOf } from '../../helpers/footprint.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { world } from '../world.ts';
import { nameOf } from './strikes.ts';
import { type Arranged, functionOf, lastStageOf } from './trial.ts';

const { clock, deleteItems, faults, recorder, tables } = await world();

/** So many versions further is what a rival changed: nothing else brings a thing there. */
const further = 1_000;

type Key = { readonly pk: string; readonly sk: string };

const keyOf = ({ pk, sk }: Any): Key => ({ pk: pk.S, sk: sk?.S });

/** The keys in the table of resources that a request reads one by one. */
const readBy = (operation: string, body: Buffer): Key[] => {
  const asked =
    operation === 'GetItem' || operation === 'BatchGetItem' ? JSON.parse(body.toString()) : {};
  if (asked.Key) return asked.TableName.endsWith('-resources') ? [keyOf(asked.Key)] : [];
  return Object.entries<Any>(asked.RequestItems ?? {}).flatMap(([table, { Keys }]) =>
    table.endsWith('-resources') ? Keys.map(keyOf) : [],
  );
};

/** Whether a transaction changes a resource: one that keeps only the answer of a call depends on nothing. */
const changesBy = (body: Buffer): boolean =>
  JSON.parse(body.toString()).TransactItems.some((one: Any) =>
    [one.Put, one.Update, one.Delete].some((write) => write?.TableName.endsWith('-resources')),
  );

/** How many commits a change makes; it is overtaken before its last one. */
const commitsOf = (changing: Changing): number =>
  operationsOf(changing).filter((operation) => operation === 'TransactWriteItems').length;

/**
 * Makes the call of a case, and changes the `nth` thing that it has read when it is about to commit at last; and how many
 * things there are.
 */
const disputed = async (changing: Changing, nth: number, { send }: Arranged) => {
  const last = commitsOf(changing);
  const read: Key[] = [];
  const commits: { readonly status: number; readonly changes: boolean }[] = [];
  const stop = recorder.watch(({ function: by, operation, status }, body) => {
    if (by !== functionOf(changing).function) return;
    if (operation === 'TransactWriteItems') commits.push({ status, changes: changesBy(body) });
    else if (commits.length < last) read.push(...readBy(operation, body));
  });
  const released = Promise.withResolvers<void>();
  const held = faults.add({
    ...functionOf(changing),
    operation: 'TransactWriteItems',
    nth: last,
    effect: { until: released.promise },
  });
  let [rivalled, count]: [Any, number] = [undefined, 0];
  const rival = async (): Promise<void> => {
    const keys = [...new Map(read.map((key) => [`${key.pk} ${key.sk}`, key])).values()];
    const found = await Promise.all(keys.map((key) => tables.get({ table: 'resources', ...key })));
    const versioned = found.filter((item) => item?.version !== undefined);
    [rivalled, count] = [versioned[nth], versioned.length];
    if (rivalled) await tables.set('resources', rivalled, { version: rivalled.version + further });
    released.resolve();
  };
  void held.firstHit.then(() => clock.during(rival()));
  const answer = await send();
  held.remove();
  stop();
  const left = rivalled && (await tables.get({ table: 'resources', ...rivalled }));
  return { answer, committed: commits[last - 1], rivalled, count, left };
};

/** Whether an answer is fit for a caller who was overtaken: it was done on what is there now, or is not done. */
const isFit = ({ status }: Answer, { it }: Changing): boolean =>
  status === it.status || [404, 409, 412, 422, 503].includes(status);

/** A line for each thing that a change has read: whether the change is committed although a rival has changed that thing. */
export const overtaken = async (
  changing: Changing,
): Promise<{ unseen: string[]; wrong: string[] }> => {
  const [unseen, wrong]: [string[], string[]] = [[], []];
  const { begin } = await lastStageOf(changing);
  if (commitsOf(changing) === 0) return { unseen, wrong };
  for (let [nth, things] = [0, 1]; nth < things; nth += 1) {
    const { answer, committed, rivalled, count, left } = await disputed(
      changing,
      nth,
      await begin(),
    );
    if (!rivalled) break;
    things = count;
    const what = `${nameOf(changing)}: ${kindOf(rivalled)}`;
    if (committed?.status === 200 && committed.changes) unseen.push(kindOf(rivalled));
    if (!isFit(answer, changing)) wrong.push(`${what} is answered ${answer.text}`);
    if (left && left.version < rivalled.version + further) wrong.push(`${what} is overwritten`);
  }
  await deleteItems();
  return { unseen, wrong };
};
