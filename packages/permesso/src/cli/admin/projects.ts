import type { Command } from '../command.ts';
import { adminCommand, sentences, table } from './admin-command.ts';
import { minuteOf, rowsOf, textOf } from './find-named.ts';

export const projects: Command = adminCommand({
  name: 'projects',
  summary: 'Lists and adds projects: machines that share a policy.',
  actions: [
    {
      verb: 'list',
      run: async ({ server }) => {
        const reply = await server.ask('GET /v1/projects');
        const rows = rowsOf(reply, 'projects').map((row) => [
          textOf(row, 'name'),
          minuteOf(row, 'createdAt'),
          textOf(row, 'frozen') === '' ? 'active' : `frozen: ${textOf(row, 'frozen')}`,
        ]);
        return table(reply['projects'], {
          head: ['NAME', 'ADDED (UTC)', 'STATE'],
          rows,
          none: 'There are no projects that you have a role in.',
        });
      },
    },
    {
      verb: 'add',
      takes: 'NAME',
      run: async ({ server, operands: [name = ''] }) => {
        const made = await server.ask('POST /v1/projects', { name });
        return sentences(made, `Added the project ${name}.`);
      },
    },
  ],
  examples: [
    ['permesso admin projects add shop', 'as an admin of the organisation'],
    ['permesso admin projects', 'the projects that you have a role in'],
  ],
});
