import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../bin/build.ts';
import { orSentence, readCommandLine } from '../../bin/command-line.ts';
import { type Local, startLocal } from '../../local/start.ts';
import { plainCallerOf } from '../helpers/call.ts';
import type { Tenant } from '../helpers/fixtures/tenants.ts';
import { quiet } from '../helpers/quiet.ts';
import { assembly, limits } from '../helpers/service.ts';
import { buildEarlier, type Earlier, lastRelease } from './earlier.ts';
import { playPrograms } from './programs.ts';
import { lacking, readAll } from './readings.ts';
import { deadLettersOf, failuresOf, type Side, sidesOf } from './sides.ts';
import { replacedBetween } from './templates.ts';
import {
  aPlainTenant,
  aWatchedTenant,
  callRoutes,
  lostAndRepeated,
  playTour,
  type Receiver,
  startReceiver,
} from './traffic.ts';

const { positionals } = readCommandLine({
  usage: `npm run check:outside -- upgrade [tag or commit]

Runs the last release, or the revision that is named, beside this version over the same data: the earlier one alone, both
in turn, this one alone, and the earlier one again.`,
  words: 'any',
});

const faults: string[] = [];
const found = (what: string, all: readonly string[]): void => {
  if (all.length === 0) return;
  faults.push(what);
  console.error(
    `✖ ${what}: ${all.length}\n${all
      .slice(0, 20)
      .map((one) => `    ${one.slice(0, 400)}`)
      .join('\n')}`,
  );
};

const start = (
  folder: string,
  templates: string,
  other: string,
  takes: (name: string) => boolean,
) =>
  startLocal({
    assembly: templates,
    folder,
    environments: ['sandbox'],
    limits,
    otherVersion: { assembly: other, takes },
  });

type Played = { readonly tenants: readonly Tenant[]; readonly receiver: Receiver };

const failed = (error: unknown): string[] => [
  error instanceof Error
    ? `${error.message} ${'request_id' in error ? error.request_id : ''}`
    : `${error}`,
];

/** Plays the tours of these versions, each as a business of its own. */
const play = async (local: Local, side: Side, folders: readonly string[], { receiver }: Played) => {
  const tenants: Tenant[] = [];
  for (const folder of folders) {
    const tenant = await aWatchedTenant(local, receiver);
    tenants.push(tenant);
    await playTour(folder, tenant).catch((error: unknown) => {
      const whose = folder === root ? 'this version' : 'the earlier version';
      found(`the tour of ${whose} while ${side} answers`, failed(error));
    });
  }
  return tenants;
};

/** Has each version read all that the businesses have; what the later one lacks is a fault. */
const compare = async (
  local: Local,
  sides: ReturnType<typeof sidesOf>,
  { tenants, receiver }: Played,
) => {
  let [items, events] = [0, 0];
  const { base_url = '' } = local.environments.sandbox ?? {};
  for (const { secret_key } of tenants) {
    // The service has another port since the upgrade.
    const call = plainCallerOf(base_url, secret_key);
    sides.let('earlier');
    const earlier = await readAll(call);
    sides.let('later');
    const later = await readAll(call);
    items += earlier.size;
    found('items that the versions show otherwise', lacking(earlier, later));
    const { lost, repeated, ...more } = await lostAndRepeated(call, receiver);
    events += more.events;
    found('events that did not arrive', lost);
    found('events that arrived more than once', repeated);
  }
  return { items, events };
};

/** The phases of an upgrade and of its rollback, over one folder of data. */
const upgrade = async (earlier: Earlier): Promise<void> => {
  const { kept, replaced } = replacedBetween(earlier.assembly, assembly);
  console.log(`Templates: ${kept} resources that keep something, ${replaced.length} replaced.`);
  found('what an upgrade would replace', replaced);
  const folder = mkdtempSync(join(tmpdir(), 'upgrade-data-'));
  const [sides, receiver] = [sidesOf(), await startReceiver()];
  const tenants: Tenant[] = [];
  const played = { tenants, receiver };
  let calls = 0;
  const phase = async (side: Side, local: Local, does: () => Promise<void>): Promise<void> => {
    sides.let(side);
    const watched = failuresOf(local);
    // Where messages fail again and again, it is never quiet: their failures must be printed all the same.
    for (const step of [does, () => quiet(local)])
      await step().catch((error: unknown) =>
        found(`a phase in which ${side} answers`, failed(error)),
      );
    calls += watched.calls();
    found(`requests and messages that failed while ${side} answered`, watched.failures);
    console.log(`${side}: ${watched.calls()} calls answered, ${watched.failures.length} failed.`);
    watched.stop();
  };
  try {
    const before = await start(
      folder,
      earlier.assembly,
      assembly,
      (name) => !sides.isEarlier(name),
    );
    await phase('earlier', before, async () => {
      tenants.push(...(await play(before, 'earlier', [earlier.folder], played)));
    }).finally(() => before.stop());
    const local = await start(folder, assembly, earlier.assembly, sides.isEarlier);
    try {
      await phase('both', local, async () => {
        tenants.push(...(await play(local, 'both', [earlier.folder, root], played)));
        const { called, replayed, wrong } = await callRoutes(local);
        console.log(`both: ${called} routes, ${replayed} calls repeated at the other version.`);
        found('routes that answer otherwise', wrong);
      });
      await phase('later', local, async () => {
        tenants.push(...(await play(local, 'later', [earlier.folder, root], played)));
        const [ofCommands, ofPython] = [
          await aWatchedTenant(local, receiver),
          await aPlainTenant(local),
        ];
        tenants.push(ofCommands);
        // The Python package makes a webhook of its own, to the same receiver.
        const programs = await playPrograms(earlier.folder, [ofCommands, ofPython], receiver.url);
        console.log(`later: the earlier ${programs.join(' and ')} work with this version.`);
      });
      await phase('earlier', local, async () => {
        tenants.push(...(await play(local, 'earlier', [earlier.folder], played)));
      });
      const { items, events } = await compare(local, sides, played);
      found('messages in dead-letter queues', deadLettersOf(local));
      console.log(
        `${calls} calls, ${events} events delivered, ${items} items read by both versions; ` +
          `${sides.taken.earlier} invocations of the earlier version, ${sides.taken.later} of this one.`,
      );
    } finally {
      await local.stop();
    }
  } finally {
    await receiver.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

await orSentence(async () => {
  const earlier = buildEarlier(positionals[0] ?? lastRelease());
  try {
    await upgrade(earlier);
  } finally {
    earlier.remove();
  }
  if (faults.length > 0) process.exitCode = 1;
  console.log(
    faults.length > 0
      ? `✖ ${earlier.revision} and this version do not go together.`
      : `✔ ${earlier.revision} and this version go together.`,
  );
});
