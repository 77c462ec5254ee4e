'use strict';
// A fresh process of one function: it starts, answers its first call, then as many more as it was asked for, and says what
// each took. Like the runtime, it has node:http before the function comes.
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
  const { handler } = require(plan.bundle);
  const start = { cpu_us: cpu_us(), wall_ms: performance.now() - started };
  const answers = [];
  for (const call of plan.calls) answers.push(await handler(eventOf(call, answers.length), context()));
  const first = { cpu_us: cpu_us(), wall_ms: performance.now() - started };
  if (plan.warm === undefined) return { start, first, answers };
  for (let index = 0; index < plan.warm_up; index++) await handler(eventOf(plan.warm, `w${index}`), context());
  const before = cpu_us();
  for (let index = 0; index < plan.repetitions; index++) await handler(eventOf(plan.warm, index), context());
  return { start, first, answers, warm_cpu_us: (cpu_us() - before) / plan.repetitions };
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
