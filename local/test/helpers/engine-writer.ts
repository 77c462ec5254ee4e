import { writeSync } from 'node:fs';
import { openCore } from '../../dynamodb/engine/core.ts';
import { createNotes, noteOf } from './engine-tables.ts';

// Writes transactions into a file for ever, and says the id of each when it has been acknowledged.

const [file, count] = process.argv.slice(2);
const core = openCore({ file });
createNotes(core);
for (let at = 0; ; at++) {
  const pk = { S: `${process.pid}-${at}` };
  const puts = Array.from({ length: Number(count) }, (_, sk) => ({
    ...noteOf(String(sk), `author-${at % 7}`),
    pk,
  }));
  core.call('TransactWriteItems', {
    TransactItems: puts.map((Item) => ({ Put: { TableName: 'notes', Item } })),
  });
  writeSync(1, `${pk.S}\n`);
}
