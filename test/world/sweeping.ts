import type { Resource } from '../../local/aws-service.ts';
import type { Schedules } from '../../local/schedules.ts';

/** Has the schedules run, or not, that are enabled at the moment of the call. One that is enabled again begins its period again. */
export const sweepingOf = ({
  resources,
  schedules,
}: {
  readonly resources: readonly Resource[];
  readonly schedules: Pick<Schedules, 'list' | 'enable'>;
}): ((sweeps: boolean) => void) => {
  const regions = [...new Set(resources.map(({ region }) => region))];
  const rules = regions.flatMap(schedules.list).filter(({ enabled }) => enabled);
  return (sweeps) => {
    for (const { name } of rules) schedules.enable(name, sweeps);
  };
};
