await import('./builtins.ts');
await import('./services.ts');
const { simulate } = await import('./simulation.ts');
const { hash, violations, steps } = await simulate(Number(process.argv[2] ?? 1));
console.log(steps.join('\n'), hash, violations);
