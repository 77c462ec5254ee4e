import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { physicalName } from '../../../lib/environments.ts';
import { startEngine } from '../../../local/dynamodb/engine.ts';
import { until } from '../../../local/test/helpers/until.ts';
import { business, environmentFile, folder, start } from '../../helpers/started.ts';

/** A data folder in which a table has no sort key and no indexes. */
const dataOfOtherTables = async (): Promise<string> => {
  const data = join(folder, 'other-tables');
  const engine = await startEngine({ resources: [], folder: data, endpoint: '' });
  await engine.call('CreateTable', {
    TableName: physicalName('live', 'resources'),
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  });
  await engine.stop();
  return data;
};

describe('npm start', () => {
  test('-- --help says what it does and every variable that it reads, and starts nothing', async () => {
    const read =
      readFileSync('bin/start/settings.ts', 'utf8').match(/\b(PORT|LOCAL_[A-Z_]+)\b/g) ?? [];
    for (const args of [['--help'], ['-h'], ['data', '--help']]) {
      const script = start({}, ...args);
      assert.equal(await script.ended, 0, script.stderr());
      for (const name of [...read, 'DYNAMODB_ENDPOINT', '--host', '--port'])
        assert.match(script.stdout(), new RegExp(`^ +${name}\\b`, 'm'));
      for (const line of script.stdout().split('\n')) assert.ok(line.length <= 100, line);
    }
    assert.equal(existsSync(join(folder, '.local')), false);
  });

  test('with an impossible setting says so in one sentence', async () => {
    const taken = createServer().listen(0, '127.0.0.1').unref();
    await until(() => taken.listening);
    const { port } = taken.address() as { port: number };
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const cases: [variables: Record<string, string>, sentence: RegExp][] = [
      [{ PORT: 'http' }, /^PORT must be a whole number from 0 to 65532, and is "http"\.\n$/],
      [{ PORT: '65535' }, /^PORT must be/],
      [
        { PORT: String(port) },
        new RegExp(
          `^Port ${port} is taken: set PORT to another number, or to 0 for free ports\\.\n$`,
        ),
      ],
      [{ LOCAL_CLOCK_SPEED: '0' }, /^LOCAL_CLOCK_SPEED must be a whole number from 1/],
      [
        { LOCAL_MEMORY: '25' },
        /^LOCAL_MEMORY must be megabytes, a whole number from 26 to 1000000, and is "25"\.\n$/,
      ],
      [
        { LOCAL_DATA: join(file, 'data') },
        /^The folder \S+ cannot be written \(ENOTDIR\): set LOCAL_DATA/,
      ],
      [
        { LOCAL_DATA: '/proc/nowhere/data' },
        /^The folder \S+ cannot be written \(ENOENT\): set LOCAL_DATA/,
      ],
    ];
    for (const [variables, sentence] of cases) {
      const script = start(variables);
      assert.equal(await script.ended, 1);
      assert.match(script.stderr(), sentence);
    }
  });

  test('that cannot open its data says so in one sentence, before anything is built', async () => {
    const earlier = join(folder, 'earlier');
    mkdirSync(earlier);
    const database = new DatabaseSync(join(earlier, 'dynamodb.sqlite'));
    database.exec('CREATE TABLE _tables (name TEXT)');
    database.close();
    const cases: [variables: Record<string, string>, sentence: RegExp][] = [
      [
        { DYNAMODB_ENDPOINT: 'http://127.0.0.1:1', LOCAL_DATA: 'memory' },
        /^No DynamoDB answers at [^\n]+\n$/,
      ],
      [
        { DYNAMODB_ENDPOINT: 'nowhere', LOCAL_DATA: 'memory' },
        /^DYNAMODB_ENDPOINT is nowhere, which is no [^\n]+\n$/,
      ],
      [
        { DYNAMODB_ENDPOINT: '', LOCAL_DATA: earlier },
        /^The data in [^\n]+ were written by another release: [^\n]+`npm run local:reset`\.\n$/,
      ],
      [
        { DYNAMODB_ENDPOINT: '', LOCAL_DATA: await dataOfOtherTables() },
        /^The table financial-services-live-resources has other keys, [^\n]+`npm run local:reset`\.\n$/,
      ],
    ];
    for (const [variables, sentence] of cases) {
      const script = start(variables);
      assert.equal(await script.ended, 1);
      assert.match(script.stderr(), sentence);
      assert.equal(script.stdout(), '');
      assert.equal(existsSync(environmentFile), false);
    }
  });
});

describe('npm run ops -- business', () => {
  const refusals: [args: string[], code: 1 | 2, sentence: RegExp][] = [
    [
      ['register', '--environment', 'sandbox', '--target', 'local'],
      1,
      /^No local service runs from this folder/,
    ],
    [['register'], 2, /^--environment must be sandbox or live\. Run it with --help [^\n]+\n$/],
    [['--environment', 'live'], 2, /^Name one command\./],
    [
      ['rotate', '--environment', 'live', '--target', 'moon'],
      2,
      /^--target must be local or aws\. Run it with --help [^\n]+\n$/,
    ],
    [
      ['rotate', '--environment', 'live', '--grace-seconds', 'x'],
      2,
      /^--grace-seconds must be a whole number\. Run it with --help [^\n]+\n$/,
    ],
    [['rotate', '--colour', 'red'], 2, /colour/],
  ];
  for (const [args, status, sentence] of refusals) {
    test(`${args.join(' ')} is rejected with a sentence`, async () => {
      const { code, stdout, stderr } = await business(...args);
      assert.equal(code, status);
      assert.match(stderr, sentence);
      assert.equal(stdout, '');
    });
  }
});
