import type { Command } from '../command.ts';
import { adminCommand, sentences, table, type AdminInput } from './admin-command.ts';
import { findNamed, minuteOf, personNamed, rowsOf, shortId, textOf } from './find-named.ts';
import type { ServerAnswer } from './person-server.ts';
import { checkRole, roleNames } from './roles.ts';
import { wholeNumber } from './whole-number.ts';

const ofPerson = { name: 'person', value: 'PERSON', help: 'of this person, as an admin (default: yours)' };

export const tokens: Command = adminCommand({
  name: 'tokens',
  summary: 'Lists, creates and revokes API tokens.',
  actions: [
    {
      verb: 'list',
      options: [ofPerson],
      run: async (at) => {
        const found = await tokensOf(at);
        const rows = found.map((row) => [
          shortId(textOf(row, 'id')),
          textOf(row, 'name'),
          textOf(row, 'state'),
          minuteOf(row, 'expiresAt'),
          roleList(row),
        ]);
        return table(found, {
          head: ['ID', 'NAME', 'STATE', 'EXPIRES (UTC)', 'ROLES'],
          rows,
          none: 'There are no tokens.',
        });
      },
    },
    {
      verb: 'create',
      takes: 'NAME',
      options: [
        {
          name: 'role',
          value: 'ROLE',
          repeats: true,
          help: `at most this role of yours: ${roleNames.join(', ')}`,
        },
        { name: 'days', value: 'N', help: 'how long it is valid (default: 30)' },
      ],
      run: async (at) => {
        const [name = ''] = at.operands;
        const body = { name, roles: at.values('role').map(checkRole), days: wholeNumber(at, 'days', 30) };
        const made = await at.server.ask('POST /v1/tokens', body);
        return sentences(
          made,
          `Created the token ${name}, valid until ${minuteOf(made, 'expiresAt')} UTC. It is shown this once:`,
          textOf(made, 'token'),
        );
      },
    },
    {
      verb: 'revoke',
      takes: 'TOKEN',
      options: [ofPerson],
      confirms: true,
      run: async (at) => {
        const [text = ''] = at.operands;
        const names = (row: ServerAnswer): readonly string[] => [textOf(row, 'name')];
        const valid = (await tokensOf(at)).filter((row) => textOf(row, 'state') === 'valid');
        const token = findNamed(valid, { what: 'valid token', text, names });
        const shown = `${textOf(token, 'name')} (${shortId(textOf(token, 'id'))})`;
        await at.confirm(`Revoke the token ${shown}, and every token that was made with it?`);
        await at.server.ask(`DELETE /v1/tokens/${textOf(token, 'id')}`);
        return sentences({ id: token['id'], state: 'revoked' }, `Revoked the token ${shown}.`);
      },
    },
  ],
  examples: [
    ['permesso admin tokens create laptop --role approver --days 90', 'prints it once; it acts as you'],
    ['permesso admin tokens list --person bert@acme.example', 'as an admin of the organisation'],
    ['permesso admin tokens revoke laptop', 'by its name, or by its identifier or how that begins'],
  ],
});

async function tokensOf({ server, value }: AdminInput): Promise<readonly ServerAnswer[]> {
  const who = value('person');
  if (who === undefined) return rowsOf(await server.ask('GET /v1/tokens'), 'tokens');
  const person = await personNamed(server, who);
  return rowsOf(await server.ask(`GET /v1/people/${textOf(person, 'id')}/tokens`), 'tokens');
}

function roleList(row: ServerAnswer): string {
  const roles = row['roles'];
  return Array.isArray(roles) ? roles.map(String).join(', ') : '';
}
