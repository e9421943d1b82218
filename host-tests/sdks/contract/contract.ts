import { approvalFiles } from '@permesso/gate/stores';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { play } from '../../fake-model/script.ts';
import { accounts } from './accounts.ts';
import { edits } from './edits.ts';
import { answer, no, playScene, shell, yes, type Case } from './play-scene.ts';
import { helperInstructions, type Driver } from './scene.ts';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
});

/** What every adapter owes, on the real SDK. */
const cases: readonly Case[] = [
  [
    'an allowed call runs, without a question',
    async (playIt) => {
      const { ran, received, asked, error } = await playIt({
        script: [shell('git push')],
        policy: { allow: ['Bash(git push:*)'] },
      });
      expect({ ran, asked, error }).toEqual({ ran: ['shell git push'], asked: [], error: undefined });
      expect(received).toContain('shell did git push');
    },
  ],

  [
    'a denied call does not run, and the model is told why',
    async (playIt) => {
      const { ran, received, asked, model } = await playIt({
        script: [shell('git push')],
        policy: { deny: [{ rule: 'Bash(git push:*)', guidance: 'Open a merge request instead.' }] },
      });
      expect({ ran, asked }).toEqual({ ran: [], asked: [] });
      expect(received).toContain('Open a merge request instead.');
      expect(model.turns.at(-1)?.reply.text).toMatch(/^Done/);
    },
  ],

  [
    'a question stops the run; yes runs exactly that call',
    async (playIt) => {
      const { ran, asked, received } = await playIt({
        script: [shell('git push')],
        policy: { ask: ['Bash(git push:*)'] },
        person: [yes],
      });
      expect(ran).toEqual(['shell git push']);
      expect(asked.map(({ tool, input }) => ({ tool, input }))).toEqual([
        { tool: 'shell', input: { command: 'git push' } },
      ]);
      expect(asked[0]?.approval?.request.decision.message).toContain('git push');
      expect(received).toContain('shell did git push');
    },
  ],

  [
    'no does not run it, and the words of the person reach the model',
    async (playIt) => {
      const { ran, received, asked } = await playIt({
        script: [shell('git push')],
        policy: { ask: ['Bash(git push:*)'] },
        person: [no('Wait for the release.')],
      });
      expect({ ran, asked: asked.length }).toEqual({ ran: [], asked: 1 });
      expect(received).toContain('Wait for the release.');
    },
  ],

  [
    'a pending question survives a restart',
    async (playIt) => {
      const folder = mkdtempSync(join(tmpdir(), 'permesso-sdks-'));
      folders.push(folder);
      const { ran } = await playIt({
        script: [shell('git push')],
        policy: { ask: ['Bash(git push:*)'] },
        person: [yes],
        scene: { approvals: () => approvalFiles(folder) },
        restart: true,
      });
      expect(ran).toEqual(['shell git push']);
    },
  ],

  ...edits,

  ...accounts,

  [
    'yes for the session is not asked again',
    async (playIt) => {
      const { ran, asked } = await playIt({
        script: [shell('git push'), shell('git push')],
        policy: { ask: ['Bash(git push:*)'] },
        person: [answer({ verdict: 'allow', scope: 'session', rules: ['Bash(git push)'] })],
      });
      expect({ ran, asked: asked.length }).toEqual({ ran: ['shell git push', 'shell git push'], asked: 1 });
    },
  ],

  [
    'an approval is consumed once',
    async (playIt) => {
      const { ran, asked } = await playIt({
        script: [shell('git push'), shell('git push')],
        policy: { ask: ['Bash(git push:*)'] },
        person: [yes, no('not twice')],
      });
      expect({ ran, asked: asked.length }).toEqual({ ran: ['shell git push'], asked: 2 });
    },
  ],

  [
    'a policy that cannot decide denies',
    async (playIt) => {
      const { ran } = await playIt({
        script: [shell('ls')],
        policy: { allow: ['*'] },
        gate: {
          world: () => {
            throw new Error('there is no machine');
          },
        },
      });
      expect(ran).toEqual([]);
    },
  ],

  [
    'a tool that nobody described is asked about',
    async (playIt) => {
      const { ran, asked } = await playIt({
        script: [{ tool: 'note', input: { text: 'hi' } }],
        policy: {},
        person: [no('no notes')],
      });
      expect({ ran, asked: asked.map(({ tool }) => tool) }).toEqual({ ran: [], asked: ['note'] });
    },
  ],

  [
    'a tool that does not exist harms nothing',
    async (playIt) => {
      const { ran } = await playIt({
        script: [
          { tool: 'made_up', input: {} },
          { tool: 'note', input: { text: 'hi' } },
        ],
        policy: { allow: ['note', 'made_up'] },
      });
      expect(ran.filter((one) => one !== 'note hi')).toEqual([]);
    },
  ],

  [
    'of parallel calls each gets its own verdict',
    async (playIt) => {
      const { ran, received, asked } = await playIt({
        script: [
          {
            calls: [
              { tool: 'shell', input: { command: 'git status' } },
              { tool: 'shell', input: { command: 'rm -rf x' } },
              { tool: 'shell', input: { command: 'git push' } },
              { tool: 'note', input: { text: 'hi' } },
            ],
          },
        ],
        policy: {
          allow: ['note', 'Bash(git status)'],
          ask: ['Bash(git push:*)'],
          deny: [{ rule: 'Bash(rm:*)', guidance: 'Nothing is removed here.' }],
        },
        person: [yes],
      });
      expect(ran.toSorted()).toEqual(['note hi', 'shell git push', 'shell git status']);
      expect(asked.map(({ input }) => input)).toEqual([{ command: 'git push' }]);
      expect(received).toContain('Nothing is removed here.');
    },
  ],

  [
    'approving one of two equal calls runs one of them',
    async (playIt) => {
      const { ran, asked } = await playIt({
        script: [
          {
            calls: [
              { tool: 'shell', input: { command: 'git push' } },
              { tool: 'shell', input: { command: 'git push' } },
            ],
          },
        ],
        policy: { ask: ['Bash(git push:*)'] },
        person: [yes, no('once is enough')],
      });
      expect({ ran, asked: asked.length }).toEqual({ ran: ['shell git push'], asked: 2 });
    },
  ],

  [
    'what is granted to one is granted to its twin',
    async (playIt) => {
      const forSession = answer({ verdict: 'allow', scope: 'session', rules: ['Bash(git push)'] });
      const { ran } = await playIt({
        script: [
          {
            calls: [
              { tool: 'shell', input: { command: 'git push' } },
              { tool: 'shell', input: { command: 'git push' } },
            ],
          },
        ],
        policy: { ask: ['Bash(git push:*)'] },
        person: [forSession, yes],
      });
      expect(ran).toEqual(['shell git push', 'shell git push']);
    },
  ],

  [
    'a deny of a file binds a tool that nobody described',
    async (playIt) => {
      const { ran, received, asked } = await playIt({
        script: [{ tool: 'vault', input: { name: '/srv/app/.env' } }],
        policy: {
          allow: ['vault', 'mcp'],
          deny: [{ rule: 'Read(**/.env*)', guidance: 'Secrets stay where they are.' }],
        },
      });
      expect({ ran, asked }).toEqual({ ran: [], asked: [] });
      expect(received).toContain('Secrets stay where they are.');
    },
  ],

  [
    'a hidden tool is not offered, and does not run when called',
    async (playIt) => {
      const { ran, offered } = await playIt({
        script: [
          { tool: 'vault', input: { name: 'key' } },
          { tool: 'note', input: { text: 'hi' } },
        ],
        policy: { allow: ['note', 'vault'], tools: { hidden: ['vault'] } },
      });
      expect(offered).toContain('note');
      expect(offered).not.toContain('vault');
      expect(ran.filter((one) => one !== 'note hi')).toEqual([]);
    },
  ],

  [
    'a sub-agent never exceeds its own rules',
    async (playIt) => {
      const { ran, received } = await playIt({
        script: (turn) =>
          turn.prompt.includes(helperInstructions)
            ? play([shell('git push')], turn)
            : play([shell('git push'), { tool: 'delegate', input: { task: 'push it' } }], turn),
        policy: {
          allow: ['delegate', 'Bash(git push:*)'],
          deny: [{ rule: 'Bash(git push:*)', agents: ['helper'], guidance: 'Helpers do not publish.' }],
        },
      });
      expect(ran).toEqual(['shell git push']);
      expect(received).toContain('Helpers do not publish.');
    },
  ],

  [
    'where nobody can be asked, a question is a no',
    async (playIt) => {
      const { ran, asked, received } = await playIt({
        script: [shell('git push')],
        policy: { mode: 'dontAsk', ask: ['Bash(git push:*)'] },
      });
      expect({ ran, asked }).toEqual({ ran: [], asked: [] });
      expect(received).toContain('git push');
    },
  ],

  [
    "the gate's own approver may be asked while the run waits",
    async (playIt) => {
      const { ran, asked } = await playIt({
        script: [shell('git push')],
        policy: { ask: ['Bash(git push:*)'] },
        gate: { approver: () => Promise.resolve({ verdict: 'allow' }) },
        scene: { ask: 'approver' },
      });
      expect({ ran, asked }).toEqual({ ran: ['shell git push'], asked: [] });
    },
  ],

  [
    'an aborted run withdraws its question, and the approver is told',
    async (playIt) => {
      const stop = new AbortController();
      const told = Promise.withResolvers<string>();
      const { ran } = await playIt({
        script: [shell('git push')],
        policy: { ask: ['Bash(git push:*)'] },
        gate: {
          approver: (_request, { signal }) =>
            new Promise((resolve) => {
              signal.addEventListener('abort', () => {
                told.resolve('withdrawn');
                // Too late: nobody waits for it.
                resolve({ verdict: 'allow' });
              });
              stop.abort();
            }),
        },
        scene: { ask: 'approver', signal: stop.signal },
      });
      expect(await told.promise).toBe('withdrawn');
      expect(ran).toEqual([]);
    },
  ],

  [
    'a freeze after the approval still denies',
    async (playIt) => {
      const { ran } = await playIt({
        script: [shell('git push')],
        policy: { ask: ['Bash(git push:*)'] },
        person: [
          (_question, scene) => {
            scene.gate.freeze('an incident');
            return yes;
          },
        ],
      });
      expect(ran).toEqual([]);
    },
  ],
];

export function contract(driver: Driver): void {
  const cannot = new Map(Object.entries(driver.cannot ?? {}));
  describe(`${driver.sdk}: contract`, () => {
    test.for(cases.filter(([name]) => !cannot.has(name)))('%s', async ([, check]) => {
      expect.hasAssertions();
      await check((given) => playScene(driver, given));
    });
    // Said in the table instead of being left out of it.
    test.for([...cannot])('%s: cannot, because %s', ([name]) => {
      expect(cases.map(([known]) => known)).toContain(name);
    });
  });
}
