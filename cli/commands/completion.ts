import { Argument, type Command } from 'commander';
import { eventRecords } from '../../functions/app/event-records.ts';

/** `completion`: what a shell reads to complete commands, options and types of events. */
export const addCompletion = (program: Command): void => {
  program
    .command('completion')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish']))
    .description('Print a completion script. Use it: source <(fsapi completion bash)')
    .action((shell: 'bash' | 'zsh' | 'fish') => void process.stdout.write(scripts[shell](program)));
};

/**
 * The words that may follow a command: the commands below it, its options, and the values of its
 * argument.
 */
const wordsOf = (command: Command): string[] => [
  ...command.commands.map((one) => one.name()),
  ...(command.name() === 'trigger'
    ? Object.entries(eventRecords).flatMap(([type, { trigger }]) => ('why' in trigger ? [] : type))
    : []),
  ...command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
  ...optionsOf(command),
];

const optionsOf = (command: Command): string[] => command.options.flatMap(({ long }) => long ?? []);

/** All commands, those below others too. */
const allBelow = (command: Command): Command[] =>
  command.commands.flatMap((one) => [one, ...allBelow(one)]);

/** The last command on the line says which words follow; the options of all commands may follow any. */
const bash = (program: Command): string =>
  [
    '_fsapi() {',
    `  local word words='${wordsOf(program).join(' ')}'`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: what bash reads
    '  for word in "${COMP_WORDS[@]:1:$((COMP_CWORD - 1))}"; do case "$word" in',
    ...allBelow(program).map(
      (one) =>
        `    ${one.name()}) words='${[...wordsOf(one), ...optionsOf(program)].join(' ')}' ;;`,
    ),
    '  esac; done',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: what bash reads
    '  COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))',
    '}',
    'complete -o default -F _fsapi fsapi',
    '',
  ].join('\n');

const fish = (program: Command): string => {
  const seen = (commands: readonly Command[]) =>
    `__fish_seen_subcommand_from ${commands.map((one) => one.name()).join(' ')}`;
  return [
    'complete -c fsapi -f',
    `complete -c fsapi -a '${optionsOf(program).join(' ')}'`,
    `complete -c fsapi -n 'not ${seen(program.commands)}' -a '${program.commands.map((one) => one.name()).join(' ')}'`,
    ...allBelow(program).map((one) => {
      const above = one.commands.length > 0 ? `; and not ${seen(one.commands)}` : '';
      return `complete -c fsapi -n '${seen([one])}${above}' -a '${wordsOf(one).join(' ')}'`;
    }),
    '',
  ].join('\n');
};

const scripts = {
  bash,
  zsh: (program: Command) =>
    `(( $+functions[compdef] )) || { autoload -U compinit && compinit; }\nautoload -U bashcompinit && bashcompinit\n${bash(program)}`,
  fish,
};
