import type { Command } from '../command.ts';
import { adminCommand } from './admin-command.ts';

export const organisations: Command = adminCommand({
  name: 'organisations',
  summary: 'Adds an organisation, where the server runs.',
  actions: [
    {
      verb: 'add',
      takes: 'NAME',
      operate: ({ operands: [name = ''] }) => ({ operands: ['add-organisation', name] }),
    },
  ],
  examples: [
    ['permesso admin organisations add acme', 'needs DATABASE_URL and PERMESSO_SECRET, as the server does'],
  ],
});

export const moveOrganisation: Command = adminCommand({
  name: 'move-organisation',
  summary: 'Moves an organisation to another database, where the server runs.',
  actions: [
    {
      takes: 'ORGANISATION CELL',
      operate: ({ operands }) => ({ operands: ['move-organisation', ...operands] }),
    },
  ],
  examples: [
    [
      'permesso admin move-organisation acme second',
      'with PERMESSO_CELLS="second=postgres://...", as every server has it; agents wait or try again meanwhile',
    ],
  ],
});
