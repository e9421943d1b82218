import type { Command } from '../command.ts';
import { adminCommand } from './admin-command.ts';

export const backup: Command = adminCommand({
  name: 'backup',
  summary: 'Saves the database of the server, where it runs.',
  actions: [{ takes: 'FILE', operate: ({ operands }) => ({ operands: ['backup', ...operands] }) }],
  examples: [
    [
      'permesso admin backup team.dump',
      'needs pg_dump, DATABASE_URL and PERMESSO_SECRET; servers go on running',
    ],
  ],
});

export const restore: Command = adminCommand({
  name: 'restore',
  summary: 'Restores a backup into an empty database.',
  actions: [{ takes: 'FILE', operate: ({ operands }) => ({ operands: ['restore', ...operands] }) }],
  examples: [['permesso admin restore team.dump', 'with DATABASE_URL set to an empty database']],
});
