import type { Command } from '../../command.ts';
import { adminCommand, sentences, table, type AdminInput } from '../admin-command.ts';
import { findNamed, minuteOf, personNamed, rowsOf, shortId, textOf } from '../find-named.ts';
import type { ServerAnswer } from '../person-server.ts';
import { checkRole, roleNames } from '../roles.ts';
import { wholeNumber } from '../whole-number.ts';

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

const scimTokenNames = (row: ServerAnswer): readonly string[] => [textOf(row, 'name')];

export const scimTokens: Command = adminCommand({
  name: 'scim-tokens',
  summary: 'Lists, creates and revokes the tokens with which a directory keeps people and groups (SCIM).',
  actions: [
    {
      verb: 'list',
      run: async ({ server }) => {
        const found = rowsOf(await server.ask('GET /v1/scim-tokens'), 'tokens');
        return table(found, {
          head: ['ID', 'NAME', 'STATE', 'EXPIRES (UTC)'],
          rows: found.map((row) => [
            shortId(textOf(row, 'id')),
            textOf(row, 'name'),
            textOf(row, 'state'),
            minuteOf(row, 'expiresAt'),
          ]),
          none: 'There are no SCIM tokens.',
        });
      },
    },
    {
      verb: 'create',
      takes: 'NAME',
      options: [{ name: 'days', value: 'N', help: 'how long it is valid (default: 366)' }],
      run: async (at) => {
        const [name = ''] = at.operands;
        const made = await at.server.ask('POST /v1/scim-tokens', {
          name,
          days: wholeNumber(at, 'days', 366),
        });
        return sentences(
          made,
          `Created the SCIM token ${name}, valid until ${minuteOf(made, 'expiresAt')} UTC while you are admin.`,
          'It is shown this once:',
          textOf(made, 'token'),
        );
      },
    },
    {
      verb: 'revoke',
      takes: 'TOKEN',
      confirms: true,
      run: async ({ server, operands: [text = ''], confirm }) => {
        const all = rowsOf(await server.ask('GET /v1/scim-tokens'), 'tokens');
        const valid = all.filter((row) => textOf(row, 'state') === 'valid');
        const token = findNamed(valid, { what: 'valid SCIM token', text, names: scimTokenNames });
        const shown = `${textOf(token, 'name')} (${shortId(textOf(token, 'id'))})`;
        await confirm(`Revoke the SCIM token ${shown}? People and groups stay as they are.`);
        await server.ask(`DELETE /v1/scim-tokens/${textOf(token, 'id')}`);
        return sentences({ id: token['id'], state: 'revoked' }, `Revoked the SCIM token ${shown}.`);
      },
    },
  ],
  examples: [
    ['permesso admin scim-tokens create okta --days 90', 'prints it once'],
    ['permesso admin scim-tokens revoke okta', 'by its name, or by how its identifier begins'],
  ],
});

export const sessions: Command = adminCommand({
  name: 'sessions',
  summary: 'Lists and ends sessions in browsers.',
  actions: [
    {
      verb: 'list',
      options: [ofPerson],
      run: async (at) => {
        const found = await sessionsOf(at);
        return table(found, {
          head: ['ID', 'BEGAN (UTC)', 'EXPIRES (UTC)', 'SIGNED IN WITH'],
          rows: found.map((row) => [
            shortId(textOf(row, 'id')),
            minuteOf(row, 'createdAt'),
            minuteOf(row, 'expiresAt'),
            textOf(row, 'apiToken') === '' ? 'the identity provider' : 'a token',
          ]),
          none: 'There are no sessions.',
        });
      },
    },
    {
      verb: 'end',
      takes: 'SESSION',
      options: [ofPerson],
      confirms: true,
      run: async (at) => {
        const [text = ''] = at.operands;
        const session = findNamed(await sessionsOf(at), { what: 'session', text });
        const shown = `${shortId(textOf(session, 'id'))}, which began ${minuteOf(session, 'createdAt')} UTC`;
        await at.confirm(`End the session ${shown}?`);
        await at.server.ask(`DELETE /v1/sessions/${textOf(session, 'id')}`);
        return sentences({ id: session['id'], state: 'ended' }, `Ended the session ${shown}.`);
      },
    },
  ],
  examples: [
    ['permesso admin sessions list --person bert@acme.example', 'as an admin of the organisation'],
    ['permesso admin sessions end 3f2a --person bert@acme.example', 'by how its identifier begins'],
  ],
});

async function sessionsOf({ server, value }: AdminInput): Promise<readonly ServerAnswer[]> {
  const who = value('person');
  const path =
    who === undefined
      ? '/v1/sessions'
      : `/v1/people/${textOf(await personNamed(server, who), 'id')}/sessions`;
  return rowsOf(await server.ask(`GET ${path}`), 'sessions');
}
