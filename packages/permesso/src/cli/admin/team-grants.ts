import { UsageError, type Command } from '../command.ts';
import { adminCommand, sentences, table, type AdminInput } from './admin-command.ts';
import { findNamed, minuteOf, namesFor, rowsOf, shortId, textOf } from './find-named.ts';
import type { ServerAnswer } from './person-server.ts';

export const teamGrants: Command = adminCommand({
  name: 'team-grants',
  summary: 'Lists what was granted to the whole team; votes about it, and takes it back.',
  actions: [
    {
      verb: 'list',
      options: [{ name: 'all', help: 'also those that are over' }],
      run: async ({ server, flag }) => {
        const every = rowsOf(await server.ask('GET /v1/team-grants'), 'grants');
        const found = every.filter((row) => flag('all') || isProposedOrGranted(row));
        const names = await namesFor(server);
        return table(found, {
          head: ['ID', 'STATE', 'PROJECT', 'EXPIRES (UTC)', 'VOTES', 'RULES'],
          rows: found.map((row) => [
            shortId(textOf(row, 'id')),
            textOf(row, 'state'),
            names.project(textOf(row, 'project')),
            minuteOf(row, 'expiresAt'),
            `${approvals(row)} of ${textOf(row, 'quorum')}`,
            rulesText(row),
          ]),
          none: flag('all') ? 'There are no team grants.' : 'Nothing is proposed or granted.',
        });
      },
    },
    {
      verb: 'vote',
      takes: 'GRANT approve|deny',
      confirms: true,
      run: async (at) => {
        const [, verdict = ''] = at.operands;
        if (verdict !== 'approve' && verdict !== 'deny') throw new UsageError('say approve or deny');
        const grant = await grantNamed(at, 'proposed');
        if (verdict === 'approve')
          await at.confirm(
            `Allow every agent of the team until ${minuteOf(grant, 'expiresAt')} UTC: ${rulesText(grant)}?`,
          );
        const body = { digest: grant['digest'], verdict: verdict === 'approve' ? 'allow' : 'deny' };
        const voted = await at.server.ask(`POST /v1/team-grants/${textOf(grant, 'id')}/vote`, body);
        return sentences(voted, `${shortId(textOf(grant, 'id'))} is ${textOf(voted, 'state')}.`);
      },
    },
    {
      verb: 'revoke',
      takes: 'GRANT',
      confirms: true,
      run: async (at) => {
        const grant = await grantNamed(at);
        await at.confirm(`Take back ${rulesText(grant)}?`);
        await at.server.ask(`DELETE /v1/team-grants/${textOf(grant, 'id')}`);
        return sentences(
          { id: grant['id'], state: 'revoked' },
          `Took back ${shortId(textOf(grant, 'id'))}: ${rulesText(grant)}`,
        );
      },
    },
  ],
  examples: [
    ['permesso admin team-grants', 'what is proposed and granted'],
    ['permesso admin team-grants vote 3f2a approve', 'as an approver of the whole organisation'],
    ['permesso admin team-grants revoke 3f2a', 'agents learn of it with their next sync'],
  ],
});

function isProposedOrGranted(row: ServerAnswer): boolean {
  return ['proposed', 'granted'].includes(textOf(row, 'state'));
}

async function grantNamed(
  { server, operands: [text = ''] }: AdminInput,
  state?: string,
): Promise<ServerAnswer> {
  const every = rowsOf(await server.ask('GET /v1/team-grants'), 'grants');
  const found = every.filter((row) =>
    state === undefined ? isProposedOrGranted(row) : textOf(row, 'state') === state,
  );
  return findNamed(found, { what: state === undefined ? 'open team grant' : `${state} team grant`, text });
}

function approvals(row: ServerAnswer): number {
  return rowsOf(row, 'votes').filter((vote) => textOf(vote, 'verdict') === 'allow').length;
}

function rulesText({ rules }: ServerAnswer): string {
  return Array.isArray(rules) ? rules.map(String).join(', ') : '';
}
