import { Argument, type Command } from 'commander';
import { triggers } from '../triggers.ts';

/** `completion`: what a shell reads to complete commands, options and types of events. */
export const addCompletion = (program: Command): void => {
  program
    .command('completion')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish']))
    .description('Print the completion of a shell; to use it: source <(fsapi completion bash)')
    .action((shell: 'bash' | 'zsh' | 'fish') => void process.stdout.write(scripts[shell](program)));
};

/** The commands and options below a command, and what its argument may be. */
const wordsOf = (command: Command): string[] => [
  ...command.commands.map((one) => one.name()),
  ...(command.name() === 'trigger'
    ? Object.entries(triggers).flatMap(([type, one]) => ('why' in one ? [] : type))
    : []),
  ...command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
  ...command.options.flatMap(({ long }) => long ?? []),
];

const bash = (program: Command): string =>
  [
    '_fsapi() {',
    `  local words='${wordsOf(program).join(' ')}'`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: what bash reads
    '  [ "$COMP_CWORD" -gt 1 ] && case "${COMP_WORDS[1]}" in',
    ...program.commands.map((one) => `    ${one.name()}) words='${wordsOf(one).join(' ')}' ;;`),
    '  esac',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: what bash reads
    '  COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))',
    '}',
    'complete -o default -F _fsapi fsapi',
    '',
  ].join('\n');

const fish = (program: Command): string =>
  [
    `complete -c fsapi -n __fish_use_subcommand -a '${wordsOf(program).join(' ')}'`,
    ...program.commands.map(
      (one) => `complete -c fsapi -n '__fish_seen_subcommand_from ${one.name()}' -a '${wordsOf(one).join(' ')}'`,
    ),
    '',
  ].join('\n');

const scripts = {
  bash,
  zsh: (program: Command) => `autoload -U +X compinit bashcompinit && compinit && bashcompinit\n${bash(program)}`,
  fish,
};
