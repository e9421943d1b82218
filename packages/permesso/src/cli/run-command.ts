import { parseArgs } from 'node:util';
import { messageOf } from '@permesso/engine/call';
import { errorCode } from '@permesso/gate/disk';
import { didYouMean, meantBy, PolicyError } from '@permesso/engine/policy';
import {
  failureExit,
  parseOptions,
  UsageError,
  usageExit,
  type Command,
  type CommandInput,
  type LazyCommand,
  type Output,
} from './command.ts';
import { helpFor, overview } from './help.ts';
import { showState } from './show-state.ts';

/** Finds the command, parses its options, and turns every error into a message and an exit code. */
export async function runCommandLine(
  argv: readonly string[],
  commands: readonly (Command | LazyCommand)[],
  out: Output,
): Promise<number> {
  const [first, ...others] = argv;
  const isHelp = first === '--help' || first === '-h' || first === 'help';
  const [name, ...rest] = isHelp && others.length > 0 ? [...others, '--help'] : [first, ...others];
  if (name === undefined) {
    try {
      return await showState(out);
    } catch (error) {
      out.complain(`permesso: ${messageOf(error)}`);
      return failureExit;
    }
  }
  if (isHelp && others.length === 0) {
    out.print(overview(await Promise.all(commands.map(loaded))));
    return 0;
  }
  const named = commands.find((one) => one.name === name);
  if (named === undefined) {
    out.complain(`permesso: unknown command \`${name}\`${nearest(name, commands)}`);
    return usageExit;
  }
  const { command, args } = subcommandIn(await loaded(named), rest);
  try {
    const given = readInput(command, args);
    if (given.flag('help')) {
      out.print(helpFor(command));
      return 0;
    }
    const [extra] = given.operands;
    if (command.subcommands !== undefined) throw new UsageError(whichSubcommand(command, extra));
    if (command.alone === true && extra !== undefined)
      throw new UsageError(`unexpected argument \`${extra}\``);
    return await command.run(given, out);
  } catch (error) {
    return report(error, command, out);
  }
}

async function loaded(command: Command | LazyCommand): Promise<Command> {
  return 'load' in command ? await command.load() : command;
}

interface NamedCommand {
  readonly command: Command;
  readonly args: readonly string[];
}

function subcommandIn(command: Command, args: readonly string[]): NamedCommand {
  const [word, ...rest] = args;
  const found = command.subcommands?.find(({ name }) => name === `${command.name} ${word}`);
  if (found !== undefined) return { command: found, args: rest };
  // For an unknown subcommand the list of names helps most, whatever options follow.
  const isUnknown = command.subcommands !== undefined && word !== undefined && !word.startsWith('-');
  return { command, args: isUnknown ? [word] : args };
}

function whichSubcommand({ name, subcommands = [] }: Command, word: string | undefined): string {
  const known = subcommands.map((each) => each.name.slice(name.length + 1));
  const fix = meantBy(word ?? '', known);
  return word === undefined ? `which? ${fix}` : `there is no \`${name} ${word}\`; ${fix}`;
}

function readInput(command: Command, args: readonly string[]): CommandInput {
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
    throw new UsageError(unknownOption(error, { args, command }) ?? messageOf(error));
  }
}

interface Misread {
  readonly args: readonly string[];
  readonly command: Command;
}

/** Node's message continues about positional arguments; a suggested option helps more. */
function unknownOption(error: unknown, { args, command }: Misread): string | undefined {
  if (errorCode(error) !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return undefined;
  const options = parseOptions(command);
  const { tokens } = parseArgs({
    args: [...args],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind !== 'option' || Object.hasOwn(options, token.name)) continue;
    const meant = didYouMean(
      token.name,
      command.options.map(({ name }) => name),
    );
    return `unknown option ${token.rawName}${meant === undefined ? '' : `; did you mean --${meant}?`}`;
  }
  return undefined;
}

function report(error: unknown, command: Command, out: Output): number {
  out.complain(`permesso ${command.name}: ${messageOf(error)}`);
  if (!(error instanceof UsageError) && !(error instanceof PolicyError))
    return command.wrongUseExit ?? failureExit;
  if (error instanceof UsageError) out.complain(`Try: permesso ${command.name} --help`);
  return command.wrongUseExit ?? usageExit;
}

function nearest(name: string, commands: readonly Pick<Command, 'name'>[]): string {
  const names = commands.map((command) => command.name);
  const alike = didYouMean(name, names) ?? names.find((one) => one.startsWith(name.slice(0, 3)));
  return alike === undefined ? '; permesso --help lists them' : `; did you mean \`${alike}\`?`;
}
