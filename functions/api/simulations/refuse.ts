import { refuseSimulation } from '../../contract/simulations/routes.ts';
import { denyingHandler } from '../../http/handler.ts';

export const handler = denyingHandler(refuseSimulation, 'sandbox_only');
