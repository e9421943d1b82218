import { memoryLog } from '@permesso/gate';
import { expect } from 'vitest';
import type { Step } from '../../fake-model/script.ts';
import { shell, type Case, type Play, type Played } from './play-scene.ts';

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
