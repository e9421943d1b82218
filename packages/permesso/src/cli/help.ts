import { wrap } from '@permesso/engine/internal/decision/print-decision';
import { failureExit, usageExit, type Command } from './command.ts';

/** A terminal's width when nobody knows better. */
const width = 80;

export function overview(commands: readonly Command[]): string {
  return [
    'permesso: the permission layer for AI agents',
    '',
    'usage: permesso <command> [options]',
    '',
    ...columns(commands.map(({ name, summary }) => [name, summary])),
    '',
    'Run permesso <command> --help for options and examples.',
  ].join('\n');
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
    ...columns(options),
    '',
    'examples',
    ...command.examples.flatMap(([line, does]) => [`  ${line}`, ...hanging('      ', does)]),
    '',
    'exit codes',
    ...columns(codesOf(command).map(([code, means]) => [String(code), means])),
  ].join('\n');
}

/** What every command has in common, unless it says something of its own about that code. */
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

/** What does not fit the line goes on beneath itself. */
function hanging(before: string, text: string): readonly string[] {
  return wrap(text, width - before.length).map((line, at) =>
    at === 0 ? `${before}${line}` : `${' '.repeat(before.length)}${line}`,
  );
}

function columns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const widest = Math.max(...rows.map(([left]) => left.length));
  return rows.flatMap(([left, right]) => hanging(`  ${left.padEnd(widest)}  `, right));
}
