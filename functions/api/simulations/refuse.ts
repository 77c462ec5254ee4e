import { refuseSimulation } from '../../contract/simulations/routes.ts';
import { refusing } from '../../http/answering.ts';

export const handler = refusing(refuseSimulation, 'sandbox_only');
