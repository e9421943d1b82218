import type { Layer } from '@permesso/engine/policy';
import { printDecision, wrap } from '@permesso/engine/decision';
import { callFrom, callOptions } from '../call-options.ts';
import { codeToTrust, trustAllows } from '../../review/untrusted-code.ts';
import { show, type Command } from '../command.ts';
import { gateForCommandLine } from '../command-gate.ts';
import { placeOptions, policyForCommandLine, policyOptions } from '../policy-options.ts';
import { ignoredRules } from '../../health/machine-health.ts';

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
      const project = given.flag('no-files') ? undefined : codeToTrust(placeOptions(given).cwd);
      const gateWith = (layers: readonly Layer[]) => gateForCommandLine(given, layers);
      if (decision.verdict === 'ask' && (await trustAllows(call, project, gateWith)))
        show(out, `\n${wrap(texts.trust, out.width).join('\n')}`);
      if (decision.verdict !== 'allow')
        for (const file of policyForCommandLine(given).loaded.untrusted) show(out, `\n${ignoredRules(file)}`);
    }
    return { allow: 0, ask: 1, deny: 2 }[decision.verdict];
  },
};

const texts = {
  trust:
    'This project is not trusted to run its own code yet. After `permesso trust code`, this call and its other tests, builds and scripts are allowed.',
};
