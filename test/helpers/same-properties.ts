import fc from 'fast-check';
import { isSoak } from './crash-points.ts';
import { trials } from './trials.ts';

// A suite tries the same cases of its properties in every run: a fault that chance finds would stop a change that has nothing
// to do with it. The soak tries others, and so does a file that runs alone.
if (!isSoak) fc.configureGlobal({ seed: 20_261_120, numRuns: trials(100) });
