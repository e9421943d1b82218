import { definedFields, shellNames, type ToolCall } from '@permesso/engine/call';
import { knownNames } from '@permesso/engine/policy';
import { parseTestCall } from '@permesso/engine/text';
import { UsageError, type CommandOption, type CommandInput } from './command.ts';
import { cwdOption, placeOptions } from './policy-options.ts';

/** The options that describe a call to a command. */
export const callOptions: readonly CommandOption[] = [
  { name: 'tool', value: 'NAME', help: 'a tool other than Bash; its input as JSON instead of COMMAND' },
  { name: 'agent', value: 'NAME', repeats: true, help: 'the calling agent, then those that started it' },
  {
    name: 'shell',
    value: 'NAME',
    help: `the shell that runs COMMAND: ${shellNames.join(', ')} (default: any of them)`,
  },
  cwdOption,
];

/** A command, a tool with its input as JSON, or the short form of tests: `Read(src/a.ts)`. */
export function callFrom(given: CommandInput): ToolCall {
  const [text, extra] = given.operands;
  if (text === undefined) throw new UsageError('which call?');
  if (extra !== undefined) throw new UsageError('one call at a time: put the command in quotes');
  const [name, ...parents] = given.values('agent');
  const agent = name === undefined ? {} : { agent: { name, ...(parents.length === 0 ? {} : { parents }) } };
  const shell = given.value('shell');
  return {
    ...toolAndInput(text, given.value('tool')),
    cwd: placeOptions(given).cwd,
    ...definedFields({ shell }),
    ...agent,
  };
}

function toolAndInput(text: string, tool: string | undefined): Pick<ToolCall, 'tool' | 'input'> {
  if (tool !== undefined) return { tool, input: readInput(text) };
  // This is also the call of a shell function, but nobody writes `Read(x)` in a shell.
  const [, head = ''] = /^([A-Za-z_]\w*)\(.*\)$/s.exec(text) ?? [];
  if (!knownNames.has(head) && !head.startsWith('mcp__')) return { tool: 'Bash', input: { command: text } };
  const call = parseTestCall(text);
  if (!call.ok) throw new UsageError(call.error.message);
  return { tool: call.value.tool, input: call.value.input };
}

function readInput(text: string): Record<string, unknown> {
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`the input is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw new UsageError('the input is not a JSON object');
  return input as Record<string, unknown>;
}
