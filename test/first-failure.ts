import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';

/** A reporter that prints the first test that fails as soon as it does, and ends the process of the tests. */
export default async function* firstFailure(events: AsyncIterable<TestEvent>) {
  for await (const event of events) {
    if (event.type !== 'test:fail') continue;
    const { name, file = '', line, details } = event.data;
    const cause = details.error.cause ?? details.error;
    const at = `${file}:${line}`;
    const text = `✖ ${name} (${details.duration_ms}ms)\n  at ${at}\n${inspect(cause)}\n`;
    process.stdout.write(text, () => process.exit(1));
    return;
  }
}
