import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tableDefinition } from '../../../bin/start/table-definitions.ts';
import { type TableName, tables } from '../../../functions/core/dynamodb/keys.ts';
import { physicalName } from '../../../lib/environments.ts';
import { awsFile, writeWhole } from '../../../local/files.ts';
import { sdkVariables, startDataPlane } from '../../../local/test/helpers/data-plane.ts';
import { resource } from '../../../local/test/helpers/data-resources.ts';
import { type Script, startScript } from '../../../local/test/helpers/processes.ts';

/** The tables of a sandbox without the service, and a folder in which commands for operators find them. */
export const startOperated = async () => {
  const nameOf = (table: TableName) => physicalName('sandbox', table);
  const plane = await startDataPlane(
    (Object.keys(tables) as TableName[]).map((table) =>
      resource('AWS::DynamoDB::Table', nameOf(table), { ...tableDefinition(table, nameOf(table)) }),
    ),
  );
  const folder = mkdtempSync(join(tmpdir(), 'operated-'));
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = sdkVariables(
    plane.endpoint,
  );
  const endpoint = { endpoint: plane.endpoint, pid: process.pid, accessKeyId, secretAccessKey };
  writeWhole(awsFile(join(folder, '.local')), endpoint);
  return {
    client: plane.client(),
    nameOf,
    folder,
    start: (command: string, ...words: string[]): Script =>
      startScript(`bin/ops/${command}.ts`, [...words, '--environment', 'sandbox'], folder),
    stop: async () => {
      await plane.stop();
      rmSync(folder, { recursive: true });
    },
  };
};
