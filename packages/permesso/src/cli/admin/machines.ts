import { machineStates } from '@permesso/protocol/console';
import { UsageError, type Command, type CommandOption } from '../command.ts';
import { everyMachine, machineFilters, machineLines } from '../commands/team-machines.ts';
import { adminCommand, sentences, type AdminInput, type AdminResult } from './admin-command.ts';
import { everyPage, findNamed, textOf } from './find-named.ts';
import type { PersonServer, ServerAnswer } from './person-server.ts';

const filterOptions: readonly CommandOption[] = [
  { name: 'state', value: 'STATE', help: `only these: ${machineStates.join(', ')}` },
  { name: 'project', value: 'NAME', help: 'only those of this project' },
  { name: 'find', value: 'TEXT', help: 'only those whose name or owner contains it' },
];

export const machines: Command = adminCommand({
  name: 'machines',
  summary: 'Lists, revokes, freezes and thaws machines.',
  actions: [
    {
      verb: 'list',
      options: filterOptions,
      run: async ({ server, value }) => {
        const found = await everyMachine(server, await machineFilters(value, server));
        return { json: found, lines: (width) => machineLines(found, width) };
      },
    },
    {
      verb: 'revoke',
      takes: 'MACHINE',
      confirms: true,
      run: async ({ server, operands: [text = ''], confirm }) => {
        const found = await machineNamed(server, text);
        await confirm(
          `Revoke ${textOf(found, 'name')}? Its key is worth nothing from then on; it can join again.`,
        );
        await server.ask(`POST /v1/agents/${textOf(found, 'id')}/revoke`);
        return sentences({ agent: found['id'], revoked: true }, `Revoked ${textOf(found, 'name')}.`);
      },
    },
    {
      verb: 'freeze',
      takes: 'MACHINE',
      options: [{ name: 'reason', value: 'TEXT', help: 'said to its agents' }],
      run: (at) => setFreeze(at, at.value('reason') ?? 'frozen by an admin'),
    },
    { verb: 'thaw', takes: 'MACHINE', run: (at) => setFreeze(at, null) },
  ],
  examples: [
    ['permesso admin machines --state unprotected', 'the same as permesso team machines'],
    ['permesso admin machines revoke build-7', 'by its name, or by its identifier or how that begins'],
    ['permesso admin machines freeze build-7 --reason "being examined"', 'denies every call there'],
  ],
});

async function setFreeze(
  { server, operands: [text = ''] }: AdminInput,
  reason: string | null,
): Promise<AdminResult> {
  if (reason === '') throw new UsageError('--reason is empty');
  const found = await machineNamed(server, text);
  await server.ask('PUT /v1/freeze', { what: 'agent', id: found['id'], reason });
  const name = textOf(found, 'name');
  return sentences(
    { agent: found['id'], frozen: reason },
    reason === null ? `${name} is no longer frozen.` : `${name} is frozen: ${reason}`,
  );
}

async function machineNamed(server: PersonServer, text: string): Promise<ServerAnswer> {
  const agents = await everyPage(server, { path: '/v1/agents', field: 'agents', pageSize: 200 });
  const names = (row: ServerAnswer): readonly string[] => [textOf(row, 'name')];
  return findNamed(
    agents.filter((row) => textOf(row, 'revokedAt') === ''),
    { what: 'machine', text, names },
  );
}
