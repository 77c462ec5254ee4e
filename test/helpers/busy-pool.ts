import { readAssembly } from '../../local/assembly.ts';
import { functionsOf } from '../../local/functions/lambda-function.ts';
import { createLogs } from '../../local/functions/logs.ts';
import { createPool } from '../../local/functions/pool.ts';

// A script: invokes every function of the assembly once, prints the ids of their processes, and waits for the answers.
const [folder = ''] = process.argv.slice(2);
const functions = functionsOf(readAssembly(folder));
const credentials = () => ({ accessKeyId: 'key', secretAccessKey: 'secret' });
const logs = createLogs();
const pool = createPool({ functions, logs, endpoint: 'http://127.0.0.1:1', credentials, isolation: 'process' });
pool.logs.subscribe(({ line }) => process.stdout.write(`${line}\n`));
await Promise.all([...functions.keys()].map((name) => pool.invoke(name, '{}')));
await pool.stop();
