import { expect, test } from 'vitest';
import { shortReason } from './command-block.tsx';

test.each([
  ['Bash(git push:*) (user, /home/me/.config/permesso/policy.yaml:12) asks about it', 'Bash(git push:*)'],
  ['Effect(publish) (preset balanced) asks about it', 'Effect(publish)'],
  ['Effect(run-other) (preset) asks about it', 'Effect(run-other)'],
  [
    'Any of 44 rules may match it (the command is known only at run time: commands from standard input)',
    'the command is known only at run time',
  ],
  ['no rule allows it (reaches the network)', 'no rule allows it (reaches the network)'],
])('%s', (reason, short) => {
  expect(shortReason(reason)).toBe(short);
});
