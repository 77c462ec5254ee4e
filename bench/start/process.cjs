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

/** Each repetition of a call has a key of its own, unless it is to be a replay. */
const eventOf = ({ event, fresh }, index) => {
  const text = JSON.stringify(event);
  return JSON.parse(fresh ? text.replaceAll('KEY', `KEY-${process.pid}-${index}`) : text);
};

const main = async () => {
  const started = performance.now();
  const handlers = plan.calls.map(({ bundle }) => require(bundle).handler);
  const start = { cpu_us: cpu_us(), wall_ms: performance.now() - started };
  const answers = [];
  for (const [index, handler] of handlers.entries())
    answers.push(await handler(eventOf(plan.calls[index], index), context()));
  const first = { cpu_us: cpu_us(), wall_ms: performance.now() - started };
  return { start, first, answers, ...(plan.warm && { warm_cpu_us: await byTurns(handlers, plan.warm) }) };
};

/** Of each function what a call took, round by round; each round begins with another one. */
const byTurns = async (handlers, { rounds_before, rounds, repetitions }) => {
  const taken = handlers.map(() => []);
  for (let round = -rounds_before; round < rounds; round++)
    for (let turn = 0; turn < handlers.length; turn++) {
      const index = (rounds_before + round + turn) % handlers.length;
      const events = Array.from({ length: repetitions }, (_, nth) =>
        eventOf(plan.calls[index], `${index}-${round}-${nth}`),
      );
      const before = cpu_us();
      for (const event of events) await handlers[index](event, context());
      if (round >= 0) taken[index].push((cpu_us() - before) / repetitions);
    }
  return taken;
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
