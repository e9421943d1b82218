import { expect, test } from 'vitest';
import { makeMachine, type Machine } from '../../test/policy-files/machine.ts';
import type { AnswerScope } from '@permesso/protocol/approval';
import { diskGrants } from './disk-grants.ts';
import { createPolicyGate } from './policy-gate.ts';

/** One process of an agent: it asks once, takes the offer with this number, and says what came of it. */
async function asked(machine: Machine, command: string, take?: { at: number; scope: AnswerScope }) {
  const cwd = machine.path('p');
  let offered: readonly string[] | undefined;
  const gate = createPolicyGate({
    ...machine.options,
    cwd,
    grants: diskGrants({ ...machine.options, cwd, session: 'one' }),
    approver: async ({ decision: { suggestions } }) => {
      offered = suggestions[take?.at ?? 0]?.rules;
      if (take === undefined || offered === undefined) return { verdict: 'deny' };
      return { verdict: 'allow', scope: take.scope, rules: offered };
    },
  });
  const { verdict, ...settled } = await gate.authorize({
    tool: 'Bash',
    input: { command },
    cwd,
    session: 'one',
  });
  return { verdict, offered, notSaved: 'notSaved' in settled ? settled.notSaved : undefined };
}

test.each<AnswerScope>(['session', 'project', 'user'])(
  'every rule that is offered is kept as it was offered, for %s: the next process asks no more',
  async (scope) => {
    for (const [first, later] of [
      ['make one', 'make one -s'],
      ['npm run build', 'npm run build -- --watch'],
    ] as const)
      for (const at of [0, 1]) {
        using machine = makeMachine();
        machine.write('p/Makefile', 'one:\n\t@sh mark.sh one\n');
        machine.write('p/mark.sh', 'echo "$@"\n');
        machine.write('p/package.json', '{"scripts":{"build":"node build.js"}}');
        const { offered, ...given } = await asked(machine, first, { at, scope });
        expect([offered?.[0], given]).toEqual([
          expect.stringMatching(at === 0 ? /\)$/u : /\) \[run\]$/u),
          { verdict: 'allow', notSaved: undefined },
        ]);
        const next = at === 0 ? first : later;
        expect([next, await asked(machine, next)]).toEqual([
          next,
          { verdict: 'allow', offered: undefined, notSaved: undefined },
        ]);
        // What it covers is no wider than it said.
        expect((await asked(machine, 'curl https://example.com/x -o make')).verdict).toBe('deny');
      }
  },
);
