import { fileURLToPath } from 'node:url';
import { pythonWith } from '../helpers/programs.ts';

const folder = fileURLToPath(new URL('../../.build/moto/', import.meta.url));
const packages = [
  'moto[cloudformation]==5.2.1',
  'boto3==1.43.11',
  'flask==3.1.3',
  'flask-cors==6.0.2',
];

/** A Python that has moto, an emulator of AWS; it is installed into .build/moto once. */
export const motoPython = (): Promise<string> => pythonWith(folder, packages);
