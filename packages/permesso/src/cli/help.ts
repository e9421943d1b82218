import { wrap } from '@permesso/engine/decision';
import { failureExit, usageExit, type Command } from './command.ts';

/** The default terminal width. */
const width = 80;

/** The overview, by task. Commands without a group come last. */
const groups: readonly (readonly [title: string, names: readonly string[]])[] = [
  ['Set up', ['look', 'init', 'doctor', 'scan', 'trust', 'uninstall', 'resident']],
  ['Answer', ['allow', 'pending', 'answer', 'grants', 'session', 'ui', 'freeze', 'thaw']],
  ['Understand a decision', ['check', 'explain', 'log', 'replay', 'suggest']],
  ['Write a policy', ['rules', 'preset', 'lint', 'test', 'diff', 'import', 'export', 'schema']],
  ['Teams', ['team', 'admin', 'serve']],
  [
    'Run between programs',
    ['hook', 'run', 'mcp', 'acp', 'sandbox', 'decide', 'serve-decisions', 'conformance'],
  ],
];

export function overview(commands: readonly Command[]): string {
  return [
    'permesso: the permission layer for AI agents',
    '',
    'usage: permesso <command> [options]',
    '',
    ...groupedCommands(commands),
    'Run permesso <command> --help for options and examples.',
  ].join('\n');
}

function groupedCommands(commands: readonly Command[]): readonly string[] {
  const named = new Set(groups.flatMap(([, names]) => names));
  const others = commands.map(({ name }) => name).filter((name) => !named.has(name));
  const widest = Math.max(...commands.map(({ name }) => name.length));
  return [...groups, ['Other', others] as const].flatMap(([title, names]) => {
    const rows = names.flatMap((name) => {
      const command = commands.find((each) => each.name === name);
      return command === undefined ? [] : [[name.padEnd(widest), command.summary] as const];
    });
    return rows.length === 0 ? [] : [title, ...columns(rows), ''];
  });
}

export function helpFor(command: Command): string {
  const options = [...command.options, { name: 'help', help: 'show this help' }].map(
    ({ name, value, help }: Command['options'][number]) =>
      [`--${name}${value === undefined ? '' : ` ${value}`}`, help] as const,
  );
  return [
    ...wrap(command.summary, width),
    '',
    ...hanging('usage: ', `permesso ${command.usage}`),
    '',
    ...subcommandsOf(command),
    ...columns(options),
    '',
    'examples',
    ...command.examples.flatMap(([line, does]) => [`  ${line}`, ...hanging('      ', does)]),
    '',
    'exit codes',
    ...columns(codesOf(command).map(([code, means]) => [String(code), means])),
  ].join('\n');
}

function subcommandsOf({ name, subcommands }: Command): readonly string[] {
  if (subcommands === undefined) return [];
  const rows = subcommands.map((each) => [each.name.slice(name.length + 1), each.summary] as const);
  return [...columns(rows), ''];
}

/** Exit codes common to all commands, unless the command documents that code itself. */
function codesOf({ exitCodes, wrongUseExit }: Command): Command['exitCodes'] {
  const always =
    wrongUseExit === undefined
      ? ([
          [usageExit, 'invalid arguments, or a policy that does not load'],
          [failureExit, 'an error occurred; see the message'],
        ] as const)
      : [];
  const codes = new Map([...always, ...exitCodes]);
  return [...codes].toSorted(([a], [b]) => a - b);
}

/** Wrapped lines are indented to the text's column. */
function hanging(before: string, text: string): readonly string[] {
  return wrap(text, width - before.length).map((line, at) =>
    at === 0 ? `${before}${line}` : `${' '.repeat(before.length)}${line}`,
  );
}

function columns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const widest = Math.max(...rows.map(([left]) => left.length));
  return rows.flatMap(([left, right]) => hanging(`  ${left.padEnd(widest)}  `, right));
}
