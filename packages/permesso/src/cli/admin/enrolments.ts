import { UsageError, type Command } from '../command.ts';
import { adminCommand, sentences, table, type AdminInput, type AdminResult } from './admin-command.ts';
import {
  everyPage,
  everyPerson,
  findNamed,
  minuteOf,
  namesFor,
  personNamed,
  personText,
  projectId,
  rowsOf,
  shortId,
  textOf,
} from './find-named.ts';
import type { PersonServer, ServerAnswer } from './person-server.ts';
import { wholeNumber } from './whole-number.ts';

export const enrolments: Command = adminCommand({
  name: 'enrolments',
  summary: 'Lists, creates, confirms and revokes the tokens to join with.',
  actions: [
    {
      verb: 'list',
      options: [{ name: 'all', help: 'also those that are expired, used up or revoked' }],
      run: async ({ server, flag }) => {
        const every = await everyEnrolment(server);
        const found = every.filter((row) => flag('all') || textOf(row, 'state') === 'valid');
        const names = await namesFor(server, await everyPerson(server));
        return table(found, {
          head: ['ID', 'PROJECT', 'USES LEFT', 'EXPIRES (UTC)', 'STATE', 'OWNER'],
          rows: found.map((row) => [
            shortId(textOf(row, 'id')),
            names.project(textOf(row, 'project')),
            textOf(row, 'usesLeft'),
            minuteOf(row, 'expiresAt'),
            textOf(row, 'state'),
            row['owner'] === null ? 'who signs in' : names.person(textOf(row, 'owner')),
          ]),
          none: flag('all') ? 'There are no enrolment tokens.' : 'There are no valid enrolment tokens.',
        });
      },
    },
    {
      verb: 'create',
      options: [
        { name: 'project', value: 'NAME', help: 'what the machines join' },
        { name: 'owner', value: 'PERSON', help: 'whose machines they are; nobody answers for their own' },
        { name: 'fleet', help: 'for init --managed: each user of the machines signs in and owns theirs' },
        { name: 'uses', value: 'N', help: 'how many machines may join with it (default: 1)' },
        { name: 'minutes', value: 'N', help: 'how long it is valid (default: 60)' },
      ],
      run: createEnrolment,
    },
    {
      verb: 'revoke',
      takes: 'ENROLMENT',
      confirms: true,
      run: async ({ server, operands: [text = ''], confirm }) => {
        const found = findNamed(await everyEnrolment(server), { what: 'enrolment token', text });
        const id = textOf(found, 'id');
        await confirm(`Revoke the enrolment token ${shortId(id)}? Machines that joined with it stay.`);
        await server.ask(`DELETE /v1/enrolments/${id}`);
        return sentences({ id, state: 'revoked' }, `Revoked the enrolment token ${shortId(id)}.`);
      },
    },
    {
      verb: 'mine',
      run: async ({ server }) => {
        const found = await ownEnrolments(server);
        return table(found, {
          head: ['ID', 'MADE BY', 'CONFIRMED', 'MACHINES'],
          rows: found.map((row) => [
            shortId(textOf(row, 'id')),
            textOf(row, 'madeByName'),
            textOf(row, 'confirmedAt') === '' ? 'no' : 'yes',
            rowsOf(row, 'machines')
              .map((machine) => textOf(machine, 'name'))
              .join(', '),
          ]),
          none: 'Nobody made an enrolment token in your name.',
        });
      },
    },
    {
      verb: 'confirm',
      takes: 'ENROLMENT',
      run: async ({ server, operands: [text = ''] }) => {
        const id = textOf(findNamed(await ownEnrolments(server), { what: 'enrolment token', text }), 'id');
        await server.ask(`POST /v1/me/enrolments/${id}/confirm`);
        return sentences(
          { id, confirmed: true },
          `Machines of the enrolment token ${shortId(id)} are yours. Others can approve what they ask.`,
        );
      },
    },
    {
      verb: 'disown',
      takes: 'ENROLMENT',
      confirms: true,
      run: async ({ server, operands: [text = ''], confirm }) => {
        const id = textOf(findNamed(await ownEnrolments(server), { what: 'enrolment token', text }), 'id');
        await confirm(`Say that ${shortId(id)} is not yours? The token and its machines are revoked.`);
        await server.ask(`DELETE /v1/me/enrolments/${id}`);
        return sentences({ id, state: 'revoked' }, `Revoked ${shortId(id)} and its machines.`);
      },
    },
  ],
  examples: [
    ['permesso admin enrolments confirm 3f6c1c1e', 'as the owner: machines that come by it are yours'],
    [
      'permesso admin enrolments create --project shop --owner anna@acme.example',
      'prints a token, once; the machine says: permesso team join URL --token-file FILE',
    ],
    [
      'permesso admin enrolments create --project shop --fleet',
      'for permesso init --managed on every machine',
    ],
    ['permesso admin enrolments', 'the valid ones'],
    ['permesso admin enrolments revoke 3f6c1c1e', 'by its identifier, or how that begins'],
  ],
});

async function createEnrolment(at: AdminInput): Promise<AdminResult> {
  const { server, value, flag } = at;
  const [projectName, ownerName] = [value('project'), value('owner')];
  if (projectName === undefined) throw new UsageError('which project? say --project NAME');
  if (flag('fleet')) return await createFleetToken(at, projectName);
  if (ownerName === undefined) throw new UsageError('whose machine? say --owner PERSON, or --fleet');
  const owner = await personNamed(server, ownerName);
  const uses = wholeNumber(at, 'uses', 1);
  const made = await server.ask('POST /v1/enrolments', {
    project: await projectId(server, projectName),
    owner: owner['id'],
    uses,
    minutes: wholeNumber(at, 'minutes', 60),
  });
  const machines = uses === 1 ? 'one machine' : `${uses} machines`;
  return sentences(
    made,
    `For ${machines} of ${personText(owner)} in ${projectName}, until ${minuteOf(made, 'expiresAt')} UTC.`,
    'If that is somebody other than you, they confirm it: permesso admin enrolments confirm',
    'It is shown this once:',
    textOf(made, 'token'),
  );
}

async function createFleetToken(at: AdminInput, project: string): Promise<AdminResult> {
  const made = await at.server.ask('POST /v1/enrolments', {
    project: await projectId(at.server, project),
    uses: 1,
    minutes: wholeNumber(at, 'minutes', 60 * 24 * 30),
  });
  return sentences(
    made,
    `For machines of ${project}, until ${minuteOf(made, 'expiresAt')} UTC. It enrols nobody: each user signs in.`,
    'It is shown this once:',
    textOf(made, 'token'),
  );
}

async function ownEnrolments(server: PersonServer): Promise<readonly ServerAnswer[]> {
  return rowsOf(await server.ask('GET /v1/me/enrolments'), 'enrolments');
}

async function everyEnrolment(server: PersonServer): Promise<readonly ServerAnswer[]> {
  return await everyPage(server, { path: '/v1/enrolments', field: 'enrolments', pageSize: 200 });
}
