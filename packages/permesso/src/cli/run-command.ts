import { parseArgs } from 'node:util';
import { messageOf } from '../facts/read-facts.ts';
import { didYouMean } from '../policy/did-you-mean.ts';
import { PolicyError } from '../policy/policy-error.ts';
import {
  failureExit,
  parseOptions,
  UsageError,
  usageExit,
  type Command,
  type Given,
  type Output,
} from './command.ts';
import { helpFor, overview } from './help.ts';

/** Finds the command, parses its options, and turns whatever goes wrong into a message and an exit code. */
export async function runCommandLine(
  argv: readonly string[],
  commands: readonly Command[],
  out: Output,
): Promise<number> {
  const [first, ...others] = argv;
  const isHelp = first === '--help' || first === '-h' || first === 'help';
  const [name, ...rest] = isHelp && others.length > 0 ? [others[0], '--help'] : [first, ...others];
  if (name === undefined || (isHelp && others.length === 0)) {
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
    const [extra] = given.operands;
    if (command.alone === true && extra !== undefined)
      throw new UsageError(`what is \`${extra}\`? ${command.name} takes options only`);
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
    throw new UsageError(optionProblem(messageOf(error), command));
  }
}

/** Node's own words go on about positional arguments; what helps is the option that was meant. */
function optionProblem(message: string, { options }: Command): string {
  const [, unknown] = /^Unknown option '(-[^']*)'/.exec(message) ?? [];
  if (unknown === undefined) return message;
  const meant = didYouMean(
    unknown.replace(/^-+/, ''),
    options.map(({ name }) => name),
  );
  return `there is no option ${unknown}${meant === undefined ? '' : `; did you mean --${meant}?`}`;
}

function report(error: unknown, command: Command, out: Output): number {
  out.complain(`permesso ${command.name}: ${messageOf(error)}`);
  if (!(error instanceof UsageError) && !(error instanceof PolicyError))
    return command.wrongUseExit ?? failureExit;
  if (error instanceof UsageError) out.complain(`Try: permesso ${command.name} --help`);
  return command.wrongUseExit ?? usageExit;
}

function nearest(name: string, commands: readonly Command[]): string {
  const names = commands.map((command) => command.name);
  const alike = didYouMean(name, names) ?? names.find((one) => one.startsWith(name.slice(0, 3)));
  return alike === undefined ? '; permesso --help lists them' : `; did you mean \`${alike}\`?`;
}
