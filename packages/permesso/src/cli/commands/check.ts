import { printDecision } from '@permesso/engine/decision';
import { callFrom, callOptions } from '../call-options.ts';
import type { ToolCall } from '@permesso/engine/call';
import { codeToTrust } from '../../review/untrusted-code.ts';
import { type CommandInput, show, type Command } from '../command.ts';
import { gateForCommandLine } from '../command-gate.ts';
import { placeOptions, policyOptions } from '../policy-options.ts';

export const check: Command = {
  name: 'check',
  summary: 'Shows whether a call would be allowed, asked about or denied, and why. Runs nothing.',
  usage: "check [options] 'COMMAND'",
  options: [
    ...policyOptions,
    ...callOptions,
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
  run: async (given, out) => {
    const call = callFrom(given);
    const decision = await gateForCommandLine(given).check(call);
    if (given.flag('json')) out.print(JSON.stringify(decision, undefined, 2));
    else {
      show(out, printDecision(decision, { width: out.width }));
      if (decision.verdict === 'ask' && (await trustAllows(given, call))) out.print(`\n${texts.trust}`);
    }
    return { allow: 0, ask: 1, deny: 2 }[decision.verdict];
  },
};

const texts = {
  trust:
    'The code of this project is not trusted. With `permesso trust code` this would be allowed, as its other\ntests, builds and scripts.',
};

/** Whether only the answer about the project's own code is missing. */
async function trustAllows(given: CommandInput, call: ToolCall): Promise<boolean> {
  if (given.flag('no-files')) return false;
  const project = codeToTrust(placeOptions(given).cwd);
  if (project === undefined || project.isTrusted) return false;
  return (await gateForCommandLine(given, project.layers()).check(call)).verdict === 'allow';
}
