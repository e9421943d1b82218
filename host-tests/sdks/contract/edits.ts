import { expect } from 'vitest';
import { answer, no, shell, type Case } from './play-scene.ts';

/** A person edits the call and approves it. */
export const edits: readonly Case[] = [
  [
    'an edited call runs as edited',
    async (playIt) => {
      const { ran, received } = await playIt({
        script: [shell('git push --force')],
        policy: { ask: ['Bash(git push:*)'], allow: ['Bash(git status)'] },
        person: [answer({ verdict: 'allow', input: { command: 'git status' } })],
      });
      expect(ran).toEqual(['shell git status']);
      expect(received).toContain('shell did git status');
    },
  ],

  [
    'an edited call that asks runs as edited, once: the edit was approved',
    async (playIt) => {
      const { ran, received, asked } = await playIt({
        script: [shell('git push --force'), shell('git push --force')],
        policy: { ask: ['Bash(git push:*)'] },
        person: [answer({ verdict: 'allow', input: { command: 'git push' } }), no('once is enough')],
      });
      expect({ ran, asked: asked.length }).toEqual({ ran: ['shell git push'], asked: 2 });
      expect(received).toContain('shell did git push');
    },
  ],

  [
    'an edited call of a tool that no rule speaks of runs as edited',
    async (playIt) => {
      const { ran, asked } = await playIt({
        script: [{ tool: 'note', input: { text: 'draft' } }],
        policy: {},
        person: [answer({ verdict: 'allow', input: { text: 'polished' } })],
      });
      expect({ ran, asked: asked.length }).toEqual({ ran: ['note polished'], asked: 1 });
    },
  ],

  [
    'an edited call that needs another approval does not run on this one',
    async (playIt) => {
      const { ran } = await playIt({
        script: [shell('git push')],
        policy: { ask: ['Bash(git push:*)', 'Bash(npm publish:*)'] },
        person: [answer({ verdict: 'allow', input: { command: 'npm publish' } }), no('not that')],
      });
      expect(ran).toEqual([]);
    },
  ],

  [
    'an edited call is decided again: denied stays denied',
    async (playIt) => {
      const { ran, received } = await playIt({
        script: [shell('git push')],
        policy: {
          ask: ['Bash(git push:*)'],
          deny: [{ rule: 'Bash(rm:*)', guidance: 'Nothing is removed here.' }],
        },
        person: [answer({ verdict: 'allow', input: { command: 'rm -rf build' } })],
      });
      expect(ran).toEqual([]);
      expect(received).toContain('Nothing is removed here.');
    },
  ],
];
