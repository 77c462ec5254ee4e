import { randomUUID } from 'node:crypto';
import type { Call } from '../call.ts';
import type { Tenant } from '../fixtures/tenants.ts';

/** The parts of a call that a case sets; method and path are the route's. */
export type Said = Omit<Call, 'method' | 'path'> & {
  readonly params?: Readonly<Record<string, string>>;
};

/** One way to call a route, and what it asks of AWS. Grants, round trips and faults are all proven on the same cases. */
export type Case = {
  /** Continues the route's id to a sentence: `customers.create with a tax id`. */
  readonly name: string;
  readonly status: number;
  /**
   * The calls of the function to AWS with its key known to the gateway, in order: the round trips.
   * Concurrent calls are one, such as `Encrypt + GenerateMac`.
   */
  readonly asks: readonly string[];
  /** Brings the business to where the call means something. */
  readonly arrange: (tenant: Tenant) => Said | Promise<Said>;
  /**
   * The status of the same call once it has been done, where that is not the same: a deleted
   * resource is not found.
   */
  readonly afterwards?: number;
  /** The call may have to be sent again: it finishes what another left half undone, and starts over then. */
  readonly startsAgain?: true;
};

/** A case in one line; without an arrangement it is a call that needs none. */
export const aCase = (
  name: string,
  status: number,
  asks: readonly string[],
  arrange: Case['arrange'] = () => ({}),
  more: Pick<Case, 'afterwards' | 'startsAgain'> = {},
): Case => ({ name, status, asks, arrange, ...more });

/** A call once it was made, under its key. */
export const again = async <S extends Said>(
  tenant: Pick<Tenant, 'call'>,
  path: string,
  said: S,
) => {
  const headers = { 'idempotency-key': randomUUID() };
  await tenant.call({ method: 'POST', path, headers, body: said.body });
  return { ...said, headers };
};
