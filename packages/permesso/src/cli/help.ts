import { usageExit, type Command } from './command.ts';

export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    'permesso: may an agent do this?',
    '',
    'usage: permesso <command> [options]',
    '',
    ...commands.flatMap(({ name, summary }) => wrapped(name.padEnd(width), summary)),
    '',
    'permesso <command> --help tells more, with an example.',
  ].join('\n');
}

/** A summary that is longer than the line goes on beneath itself. */
function wrapped(name: string, summary: string): readonly string[] {
  const room = 76 - name.length;
  const lines = [''];
  for (const word of summary.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + 1 + word.length > room) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.map((line, at) => `  ${at === 0 ? name : ' '.repeat(name.length)}  ${line}`);
}

export function helpFor(command: Command): string {
  const options = [...command.options, { name: 'help', help: 'this text' }].map(
    ({ name, value, help }: Command['options'][number]) =>
      [`--${name}${value === undefined ? '' : ` ${value}`}`, help] as const,
  );
  const codes = [...command.exitCodes, [usageExit, 'wrong use'] as const].map(
    ([code, means]) => [String(code), means] as const,
  );
  return [
    command.summary,
    '',
    `usage: permesso ${command.usage}`,
    '',
    ...columns(options),
    '',
    'examples',
    ...command.examples.flatMap(([line, does]) => [`  ${line}`, `      ${does}`]),
    '',
    'exit codes',
    ...columns(codes),
  ].join('\n');
}

function columns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
