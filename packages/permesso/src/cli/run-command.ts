import { parseArgs } from 'node:util';
import { messageOf } from '../facts/read-facts.ts';
import { PolicyError } from '../policy/policy-error.ts';
import { parseOptions, UsageError, usageExit, type Command, type Given, type Output } from './command.ts';
import { helpFor, overview } from './help.ts';

/** Finds the command, parses its options, and turns whatever goes wrong into a message and an exit code. */
export async function runCommandLine(
  argv: readonly string[],
  commands: readonly Command[],
  out: Output,
): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined || name === '--help' || name === 'help') {
    out.print(overview(commands));
    return name === undefined ? usageExit : 0;
  }
  const command = commands.find((one) => one.name === name);
  if (command === undefined) {
    out.complain(`permesso: there is no command \`${name}\`${nearest(name, commands)}`);
    return usageExit;
  }
  try {
    const given = read(command, rest);
    if (given.flag('help')) {
      out.print(helpFor(command));
      return 0;
    }
    return await command.run(given, out);
  } catch (error) {
    return report(error, command, out);
  }
}

function read(command: Command, args: readonly string[]): Given {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: parseOptions(command),
      allowPositionals: true,
      strict: true,
    });
    return {
      operands: positionals,
      flag: (name) => values[name] === true,
      value: (name) => (typeof values[name] === 'string' ? values[name] : undefined),
      values: (name) => [values[name] ?? []].flat().filter((value) => typeof value === 'string'),
    };
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
}

function report(error: unknown, command: Command, out: Output): number {
  out.complain(`permesso ${command.name}: ${messageOf(error)}`);
  if (!(error instanceof UsageError) && !(error instanceof PolicyError)) return 70;
  if (error instanceof UsageError) out.complain(`Try: permesso ${command.name} --help`);
  return usageExit;
}

function nearest(name: string, commands: readonly Command[]): string {
  const alike = commands.find((command) => command.name.startsWith(name.slice(0, 3)));
  return alike === undefined ? '; permesso --help lists them' : `; did you mean \`${alike.name}\`?`;
}
