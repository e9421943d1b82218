import { parseArgs, type ParseArgsOptionDescriptor } from 'node:util';

type ScriptOptions = Readonly<Record<string, ParseArgsOptionDescriptor & { readonly says: string }>>;

export interface Script<T extends ScriptOptions> {
  /** As it is started: `npm run tools -- load:agents`. */
  readonly name: string;
  readonly says: string;
  readonly options: T;
  /** What follows the name, and what that does. */
  readonly example: readonly [options: string, does: string];
  /** Exit codes other than 0, and what they mean. */
  readonly exits?: Readonly<Record<string, string>>;
}

type Values<T extends ScriptOptions> = ReturnType<typeof parseArgs<{ options: T }>>['values'];

/** What was given to a script. `--help` and a wrong option end it. */
export function readOptions<const T extends ScriptOptions>(script: Script<T>): Values<T> {
  try {
    const asked = parseArgs({ options: { help: { type: 'boolean' } }, strict: false }).values.help;
    if (asked !== true) return parseArgs({ options: script.options }).values;
    process.stdout.write(helpOf(script));
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${helpOf(script)}`);
    process.exit(64);
  }
}

function helpOf<T extends ScriptOptions>({ name, says, options, example, exits = {} }: Script<T>): string {
  const rows = Object.entries(options).map(([option, { type, default: absent, says: what }]) => {
    const given = type === 'boolean' ? '' : ` ${option.replace(/.*-/, '').toUpperCase()}`;
    const usual = typeof absent === 'string' ? ` (${absent})` : '';
    return [`--${option}${given}`, `${what}${usual}`] as const;
  });
  const wide = Math.max(...rows.map(([left]) => left.length)) + 4;
  return [
    ...folded(says, ''),
    '',
    `usage: ${name} [OPTION]...`,
    '',
    ...rows.flatMap(([left, right]) =>
      folded(right, ' '.repeat(wide)).map((line, at) =>
        at === 0 ? `  ${left}`.padEnd(wide) + line.trimStart() : line,
      ),
    ),
    '',
    'example',
    `  ${name} ${example[0]}`,
    ...folded(example[1], '      '),
    ...(Object.keys(exits).length === 0
      ? []
      : ['', 'exit codes', ...Object.entries(exits).map(([code, means]) => `  ${code.padEnd(4)}${means}`)]),
    '',
  ].join('\n');
}

/** Lines of 80 columns. */
function folded(text: string, indent: string): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line === undefined || line.length + 1 + word.length > 80) lines.push(indent + word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
}
