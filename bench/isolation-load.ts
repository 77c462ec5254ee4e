// The neighbours of each endpoint, in real time (bench/isolation.ts) and in simulated time
// (test/simulator/isolation.ts).

/** Healthy endpoints of each business; the dead one belongs to the first. */
export const endpoints = [15, 16, 16, 2];
/** Each business makes a customer so often, an event for all its healthy endpoints. */
export const customer_every_ms = 4_000;
/** So often something changes whose event goes to the dead endpoint only. */
export const dead_every_ms = 500;
/** So often a business makes so many changes at once. */
export const flood_every_ms = 10_000;
export const flood_changes = 100;
