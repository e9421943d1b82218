import { approvals, createGate, type Gate, type Layer, type Principal } from '@permesso/gate';
import { type ApprovalStore, memoryApprovals, memoryGrants, memoryLog } from '@permesso/gate/stores';
import { expect } from 'vitest';
import type { Step } from '../../fake-model/script.ts';
import { answer, no, shell, yes, type Case, type Play, type Played } from './play-scene.ts';
import type { Said } from './scene.ts';

/** For whom a call is, how often it may be made, how it ended, and what only is observed. */
export const accounts: readonly Case[] = [
  [
    'a rule may ask for whom the agent acts',
    async (playIt) => {
      const policy = {
        allow: [{ rule: 'Bash(git push:*)', when: { 'principal.roles': { contains: 'releaser' } } }],
        deny: [{ rule: 'Bash(git push:*)', when: { 'principal.attributes.region': 'test' } }],
        mode: 'dontAsk',
      } as const;
      const played = (roles: readonly string[], region: string) =>
        playIt({
          script: [shell('git push')],
          policy,
          scene: { owner: { tenant: 'acme', user: 'ann', roles, attributes: { region } } },
        });
      expect((await played(['releaser'], 'eu')).ran).toEqual(['shell git push']);
      expect((await played(['reader'], 'eu')).ran).toEqual([]);
      expect((await played(['releaser'], 'test')).ran).toEqual([]);
    },
  ],

  [
    'where others must approve, the approval of the requester runs nothing',
    async (playIt) => {
      const { ran, asked } = await supervised(playIt, () => undefined);
      expect({ ran, asked: asked.every(({ input }) => input !== undefined) }).toEqual({
        ran: [],
        asked: true,
      });
    },
  ],

  [
    'somebody else with the role approves one call, and it runs once',
    async (playIt) => {
      const store = memoryApprovals();
      const { ran } = await supervised(
        playIt,
        (policy) => approveOnce(createGate({ policy, stores: { approvals: store } })),
        store,
      );
      expect(ran).toEqual(['shell git push']);
    },
  ],

  [
    'what one tenant was granted asks again in another',
    async (playIt) => {
      const played = tenants(playIt);
      expect((await played('acme', granted)).ran).toEqual(['shell git push']);
      const other = await played('globex', no('not here'));
      expect({ ran: other.ran, asked: other.asked.length }).toEqual({ ran: [], asked: 1 });
    },
  ],

  [
    'what was granted for the conversation counts in its next run',
    async (playIt) => {
      const played = tenants(playIt);
      await played('acme', granted);
      const same = await played('acme', no('again?'));
      expect({ ran: same.ran, asked: same.asked.length }).toEqual({ ran: ['shell git push'], asked: 0 });
    },
  ],

  [
    'where a principal is demanded, a call of nobody is denied',
    async (playIt) => {
      const played = (scene: Play['scene']) =>
        playIt({
          script: [shell('git push')],
          policy: { allow: ['Bash(git push:*)'] },
          gate: { requirePrincipal: true },
          ...(scene && { scene }),
        });
      expect((await played(undefined)).ran).toEqual([]);
      expect((await played({ owner: { tenant: 'acme', user: 'ann' } })).ran).toEqual(['shell git push']);
    },
  ],

  [
    'a limit holds over the calls of a run',
    async (playIt) => {
      const { ran, asked } = await playIt({
        script: [shell('git push'), shell('git push'), shell('git push')],
        policy: {
          allow: [{ rule: 'Bash(git push:*)', limit: { calls: 2, per: 'hour', by: 'all', over: 'deny' } }],
        },
      });
      expect({ ran, asked }).toEqual({ ran: ['shell git push', 'shell git push'], asked: [] });
    },
  ],

  [
    'how a call ended is recorded',
    async (playIt) => {
      expect(await endsOf(playIt, shell('git push'))).toEqual(['Bash: ok']);
    },
  ],

  [
    'that a call failed is recorded',
    async (playIt) => {
      expect(await endsOf(playIt, { tool: 'note', input: { text: 'hi' } })).toEqual(['note: failed']);
    },
  ],

  [
    'what is only observed runs, and the log says what would have been',
    async (playIt) => {
      const log = memoryLog();
      const { ran, asked } = await playIt({
        script: [shell('git push'), shell('rm -rf build')],
        policy: { ask: ['Bash(git push:*)'], deny: ['Bash(rm:*)'] },
        gate: { log, enforce: false },
      });
      expect({ ran, asked }).toEqual({ ran: ['shell git push', 'shell rm -rf build'], asked: [] });
      const would = log.entries.flatMap((entry) =>
        entry.type === 'decided' ? [entry.decision.observed?.verdict] : [],
      );
      expect(new Set(would)).toEqual(new Set(['ask', 'deny']));
    },
  ],
];

const granted = answer({ verdict: 'allow', scope: 'session', rules: ['Bash(git push)'] });

/** Runs of Ann in one tenant or another, who share a store of grants. */
function tenants(playIt: (given: Play) => Promise<Played>): (tenant: string, said: Said) => Promise<Played> {
  const grants = memoryGrants();
  return (tenant, said) =>
    playIt({
      script: [shell('git push')],
      policy: { ask: ['Bash(git push:*)'] },
      gate: { grants },
      person: [said],
      scene: { owner: { tenant, user: 'ann' } },
    });
}

const requester: Principal = { tenant: 'acme', user: 'ann', roles: ['support', 'supervisor'] };
const supervisor: Principal = { tenant: 'acme', user: 'sue', roles: ['supervisor'] };

/** The model calls twice, and the requester says yes to whatever the SDK itself asks. */
async function supervised(
  playIt: (given: Play) => Promise<Played>,
  meanwhile: (policy: Layer) => Promise<void> | undefined,
  store: ApprovalStore = memoryApprovals(),
): Promise<Played> {
  const policy: Layer = {
    ask: [{ rule: 'Bash(git push:*)', approvers: { roles: ['supervisor'], not: 'requester' } }],
  };
  const done = meanwhile(policy);
  const played = await playIt({
    script: [shell('git push'), shell('git push')],
    policy,
    person: [yes, yes, yes],
    gate: { stores: { approvals: store }, expiresIn: 2_000 },
    scene: { owner: requester, approvals: () => store },
  });
  await done;
  return played;
}

/** As the page of a supervisor does. */
async function approveOnce(gate: Gate): Promise<void> {
  const inbox = approvals(gate, { approver: supervisor });
  for (;;) {
    const [open] = await inbox.pending();
    if (open !== undefined) {
      await inbox.answer(open.id, { verdict: 'allow' });
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** What the log says of the ends of calls; writing a note fails. */
async function endsOf(playIt: (given: Play) => Promise<Played>, call: Step): Promise<readonly string[]> {
  const log = memoryLog();
  await playIt({
    script: [call],
    policy: { allow: ['Bash(git push:*)', 'note'] },
    gate: { log },
    scene: {
      tools: {
        shell: () => 'pushed',
        note: () => {
          throw new Error('the notebook is full');
        },
        vault: () => '',
      },
    },
  });
  return log.entries.flatMap((entry) =>
    entry.type === 'ended' ? [`${entry.call.tool}: ${entry.outcome.ok ? 'ok' : 'failed'}`] : [],
  );
}
