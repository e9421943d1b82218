import { printDecision } from '../decision/print-decision.ts';
import { createGate } from '../gate.ts';
import { UsageError, type Command, type Given } from './command.ts';
import { cwdOption, placeOptions, policyForCommandLine, policyOptions } from './policy-options.ts';
import type { ToolCall } from '../call/tool-call.ts';

export const check: Command = {
  name: 'check',
  summary: 'Says whether a call would be allowed, asked about or denied, and why. Runs nothing.',
  usage: "check [options] 'COMMAND'",
  options: [
    ...policyOptions,
    { name: 'tool', value: 'NAME', help: 'another tool than Bash; its input as JSON instead of COMMAND' },
    cwdOption,
    { name: 'json', help: 'the decision as JSON: verdict, receipt, suggestions' },
  ],
  examples: [
    ["permesso check 'cd web && npm test | tail -5'", 'each part of the line with its verdict and reason'],
    [
      `permesso check --deny 'Read(**/.env*)' --tool Read '{"file_path": ".env"}'`,
      'a file tool under a rule',
    ],
  ],
  exitCodes: [
    [0, 'allow'],
    [1, 'ask'],
    [2, 'deny'],
  ],
  run: (given, out) => {
    const call = callOf(given);
    const { loaded, mode } = policyForCommandLine(given);
    const gate = createGate({ policy: loaded.policy, ...(mode === undefined ? {} : { mode }) });
    if (loaded.frozen !== undefined) gate.freeze(loaded.frozen);
    const decision = gate.decide(call);
    out.print(
      given.flag('json')
        ? JSON.stringify(decision, undefined, 2)
        : printDecision(decision, { width: out.width }),
    );
    return { allow: 0, ask: 1, deny: 2 }[decision.verdict];
  },
};

function callOf(given: Given): ToolCall {
  const [text, extra] = given.operands;
  if (text === undefined) throw new UsageError('what is to be checked?');
  if (extra !== undefined) throw new UsageError('one call at a time: put the command in quotes');
  const tool = given.value('tool');
  const input = tool === undefined ? { command: text } : readInput(text);
  return { tool: tool ?? 'Bash', input, cwd: placeOptions(given).cwd };
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
