import { denyingHandler } from '../../core/http/handler.ts';
import { refuseSimulation } from './routes.ts';

export const handler = denyingHandler(refuseSimulation, 'sandbox_only');
