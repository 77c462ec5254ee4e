import { deliveryRules } from './delivery-rules.ts';
import { endpointRules } from './endpoint-rules.ts';
import { startMachine } from './machine.ts';
import { ask, register, tellOf } from './requests.ts';
import { beginWorld } from './world.ts';

/** What a run came to. */
export type Outcome = { readonly seed: number; readonly hash: number; readonly violations: readonly string[]; readonly steps: readonly string[] };

/** Lives through one seed. */
export const simulate = async (seed: number): Promise<Outcome> => {
  const world = beginWorld(seed);
  const machine = startMachine(10, [deliveryRules(), endpointRules()]);
  const begin = async () => {
    const tenant_id = await register();
    await ask('create', { tenant_id, body: { url: 'https://w1.example.com/hook' } });
    for (let i = 0; i < 5; i++) await tellOf(tenant_id, 'customer.created');
  };
  void begin();
  await machine.run(world.timeline.now + 3_600_000);
  const { hash, violations, steps } = world;
  return { seed, hash, violations, steps };
};
