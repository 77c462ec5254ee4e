'use strict';
// A fresh process of a function, or of several that are compared: it starts, each answers its first call, then each as many
// more as it was asked for, by turns, and it says what each took. Like the runtime, it has node:http before a function comes.
require('node:http');
const { writeSync } = require('node:fs');

const plan = JSON.parse(process.argv[2]);
const cpu_us = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};
const context = () => ({
  awsRequestId: 'invocation-1',
  functionName: 'bench',
  functionVersion: '$LATEST',
  invokedFunctionArn: 'arn:aws:lambda:eu-west-1:000000000000:function:bench',
  memoryLimitInMB: '1024',
  getRemainingTimeInMillis: () => 9_000,
});

/** The events of a call, one for each repetition, with a key of its own unless it has one already. */
const eventsOf = ({ event }, index) => {
  const text = JSON.stringify(event);
  let made = 0;
  return () => JSON.parse(text.replaceAll('"KEY"', `"${process.pid}-${index}-${made++}"`));
};

const main = async () => {
  const started = performance.now();
  const handlers = plan.calls.map(({ bundle }) => require(bundle).handler);
  const start = { cpu_us: cpu_us(), wall_ms: performance.now() - started };
  const events = plan.calls.map(eventsOf);
  const answers = [];
  for (const [index, handler] of handlers.entries())
    answers.push(await handler(events[index](), context()));
  const first = { cpu_us: cpu_us(), wall_ms: performance.now() - started };
  return {
    start,
    first,
    answers,
    ...(plan.warm && { warm_cpu_us: await byTurns(handlers, events, plan.warm) }),
  };
};

/** Round by round what a call of each function took; each round begins with another one. */
const byTurns = async (handlers, nextOf, { rounds_before, rounds, repetitions }) => {
  const all = [];
  for (let round = 0; round < rounds_before + rounds; round++) {
    const taken = [];
    for (let turn = 0; turn < handlers.length; turn++) {
      const index = (round + turn) % handlers.length;
      const events = Array.from({ length: repetitions }, nextOf[index]);
      const before = cpu_us();
      for (const event of events) await handlers[index](event, context());
      taken[index] = (cpu_us() - before) / repetitions;
    }
    if (round >= rounds_before) all.push(taken);
  }
  return all;
};

main().then(
  (result) => {
    writeSync(3, JSON.stringify(result));
    process.exit(0);
  },
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
