import type { Command } from '../command.ts';
import { adminCommand, sentences } from './admin-command.ts';
import { namesFor, textOf } from './find-named.ts';
import { rolesText } from './roles.ts';

export const whoami: Command = adminCommand({
  name: 'whoami',
  summary: 'Shows who your token is, and your roles.',
  actions: [
    {
      run: async ({ server }) => {
        const me = await server.ask('GET /v1/me');
        const names = await namesFor(server);
        const who = textOf(me, 'email') || textOf(me, 'person');
        return sentences(
          { server: server.url, ...me },
          `You are ${who} at ${server.url}.`,
          `Roles: ${rolesText(me, names)}`,
        );
      },
    },
  ],
  examples: [['permesso admin whoami --token-file anna.json', 'is the token valid, and what may it do?']],
});
