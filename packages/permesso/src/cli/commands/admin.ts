import { adminCommand } from '../admin/admin-command.ts';
import { adminRows } from '../admin/admin-rows.ts';
import type { Command } from '../command.ts';

export const admin: Command = {
  name: 'admin',
  summary: 'Administers the team server: people, roles, projects, policies, machines.',
  usage: 'admin COMMAND [options]',
  options: [],
  subcommands: adminRows.map(adminCommand),
  examples: [
    ['permesso admin people --help', 'what can be done about people'],
    [
      'permesso admin whoami --server https://permesso.example.com --token-file FILE',
      'set PERMESSO_SERVER and PERMESSO_TOKEN_FILE to omit both',
    ],
  ],
  exitCodes: [[0, 'done; each command has its own codes']],
  run: () => {
    throw new Error('a command of admin must be named');
  },
};
