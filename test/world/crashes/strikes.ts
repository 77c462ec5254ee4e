import type { FaultRule } from '../../../local/faults.ts';
import { type Changing, everyChange, operationsOf } from '../../helpers/changing-cases.ts';
import {
  type CrashPoint,
  changing as changingOperation,
  crashPointsAmong,
  isSoak,
} from '../../helpers/crash-points.ts';
import { waitsForWorkers } from '../cases-of-workers.ts';

/** `cards.freeze where it is allowed`. */
export const nameOf = ({ route, it }: Changing): string => `${route.id} ${it.name}`;

/** The fault that strikes one call of a change to AWS. */
export type Strike = Required<Pick<FaultRule, 'nth'>> & { readonly effect: Befalling };

type Befalling = CrashPoint['effect'] | (typeof refusals)[number] | 'drop-answer' | 'conflict';

const refusals = ['throttle', 'unavailable', 'deny'] as const;

/** Gone when the call to AWS is made again, within the same request. */
export const passing: ReadonlySet<Befalling> = new Set([
  'throttle',
  'unavailable',
  'drop-answer',
  'conflict',
]);

/** These leave nothing outside of the tables. All others do, and a function keeps what it has decrypted. */
const keptInTables = /Item$|Items$|^Query$|^Encrypt$|^GenerateMac$/;

/** Whether the tables alone tell what a change has done, and what its arrangement had: no message does, no other host. */
export const isOfTables = (changing: Changing): boolean =>
  !waitsForWorkers.has(nameOf(changing)) &&
  operationsOf(changing).every((operation) => keptInTables.test(operation));

/** A case with more calls polls for something that comes later: only its calls that change something are struck. */
const calls_max = 20;

/**
 * Everything that can befall a change. Its function dies once at each state that it leaves on the way. Another transaction
 * comes at each transaction. A call with a key can lose its answer where it changes something. Each call can be refused in one
 * way: in another one in the next case, or in all of them in the soak. A call that only reads is refused too when its answer
 * is lost.
 */
export const strikesOf = (changing: Changing): Strike[] => {
  const operations = operationsOf(changing);
  const points = crashPointsAmong(operations);
  if (operations.length > calls_max && !isSoak) return points;
  const numbers = operations.map((_, position) => position + 1);
  const each = (effect: Befalling): Strike[] => numbers.map((nth) => ({ effect, nth }));
  const changes = ({ nth }: Strike): boolean => changingOperation.test(operations[nth - 1] ?? '');
  const place = everyChange.indexOf(changing);
  const refused = numbers.flatMap((nth): Strike[] => {
    const ways = changes({ effect: 'deny', nth })
      ? refusals
      : ([...refusals, 'drop-answer'] as const);
    return ways
      .filter((_, way) => isSoak || way === (place + nth) % ways.length)
      .map((effect) => ({ effect, nth }));
  });
  return [
    ...points,
    ...each('conflict').filter(({ nth }) => operations[nth - 1] === 'TransactWriteItems'),
    ...(changing.route.method === 'POST'
      ? [...each('drop-answer').filter(changes), ...refused]
      : []),
  ];
};
