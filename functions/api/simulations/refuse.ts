import { refuseSimulation } from '../../contract/simulations/routes.ts';
import { refusing } from '../../http/endpoint.ts';

export const handler = refusing(refuseSimulation, 'sandbox_only');
