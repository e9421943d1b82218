import { isShippedFile } from '@permesso/gate/disk';
import { printExplanation } from '@permesso/engine/decision';
import { callFrom, callOptions } from '../call-options.ts';
import { show, type Command } from '../command.ts';
import { gateForCommandLine } from '../command-gate.ts';
import { placeOptions, policyOptions, shownPath } from '../policy-options.ts';

export const explain: Command = {
  name: 'explain',
  summary: 'Shows every rule considered for a call, and why it did or did not match.',
  usage: "explain [options] 'COMMAND'",
  options: [
    ...policyOptions,
    ...callOptions,
    { name: 'all', help: 'every part and every rule, however many' },
    { name: 'json', help: 'decision, parts and rules as JSON' },
  ],
  examples: [
    ["permesso explain 'git push --force'", 'each part and each rule: yes, may or -, with the reason'],
    [`permesso explain --tool Read '{"file_path": ".env"}'`, 'the same for a file tool'],
    [`permesso explain 'Read(.env)'`, 'the short form that tests use'],
  ],
  exitCodes: [
    [0, 'allow'],
    [1, 'ask'],
    [2, 'deny'],
  ],
  run: (given, out) => {
    const call = callFrom(given);
    const explanation = gateForCommandLine(given).explain(call);
    const { cwd } = placeOptions(given);
    const text = (): string =>
      printExplanation(explanation, {
        width: out.width,
        shownPath: (file) => shownPath(file, cwd),
        ...(given.flag('all') ? { lines: Number.POSITIVE_INFINITY } : { isShipped: isShippedFile }),
      });
    if (given.flag('json')) out.print(JSON.stringify(explanation, undefined, 2));
    else show(out, text());
    return { allow: 0, ask: 1, deny: 2 }[explanation.decision.verdict];
  },
};
