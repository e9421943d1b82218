import { commands } from '../../packages/permesso/src/cli/commands.ts';
import { runCommandLine } from '../../packages/permesso/src/cli/run-command.ts';

/** Every command with what its `--help` prints. */
export async function commandPage(): Promise<string> {
  const overview = await printed(['--help']);
  const loaded = await Promise.all(commands.map(({ load }) => load()));
  const names = loaded.flatMap(({ name, subcommands = [] }) => [
    name,
    ...subcommands.map((each) => each.name),
  ]);
  const blocks = await Promise.all(
    names.map(
      async (name) =>
        `## permesso ${name}\n\n${asScreen(`permesso ${name} --help`, await printed([...name.split(' '), '--help']))}`,
    ),
  );
  return [
    '# Commands',
    `What each command says of itself. How they work together: [the command line by example](./cli.md).`,
    asScreen('permesso --help', overview),
    ...blocks,
    '',
  ].join('\n\n');
}

function asScreen(line: string, text: string): string {
  return ['```console', `$ ${line}`, text, '```'].join('\n');
}

async function printed(argv: readonly string[]): Promise<string> {
  const lines: string[] = [];
  const code = await runCommandLine(argv, commands, {
    print: (text) => lines.push(text),
    complain: (text) => {
      throw new Error(text);
    },
    width: 80,
  });
  if (code !== 0) throw new Error(`permesso ${argv.join(' ')} ended with ${code}`);
  return lines.join('\n');
}
