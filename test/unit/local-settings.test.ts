import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDataDoor } from '../../bin/start/settings.ts';

test('the data plane opens for this machine alone, unless another host is named', () => {
  assert.equal(readDataDoor([]), undefined);
  assert.deepEqual(readDataDoor(['data']), { host: '127.0.0.1', port: 3003 });
  assert.deepEqual(readDataDoor(['data', '--host', '0.0.0.0', '--port', '0']), { host: '0.0.0.0', port: 0 });
});

test('what is no option of it is refused', () => {
  for (const words of [
    ['all'],
    ['data', 'more'],
    ['data', '--port', '65536'],
    ['data', '--port'],
    ['data', '--to', 'x'],
  ])
    assert.throws(() => readDataDoor(words), { name: 'BadConfiguration' }, words.join(' '));
});
