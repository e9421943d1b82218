import { approvalStates } from '@permesso/protocol/approval';
import { printable } from '@permesso/engine/decision';
import { isRecord } from '@permesso/engine/call';
import { UsageError, type Command } from '../command.ts';
import { adminCommand, sentences, table, type AdminInput, type AdminResult } from './admin-command.ts';
import { findNamed, minuteOf, namesFor, rowsOf, shortId, textOf } from './find-named.ts';
import { ServerRefused, type PersonServer, type ServerAnswer } from './person-server.ts';

export const approvals: Command = adminCommand({
  name: 'approvals',
  summary: 'Lists and answers approval requests of machines.',
  actions: [
    {
      verb: 'list',
      options: [{ name: 'state', value: 'STATE', help: `${approvalStates.join(', ')} (default: pending)` }],
      run: listRequests,
    },
    {
      verb: 'show',
      takes: 'ID',
      run: async ({ server, operands: [text = ''] }) => {
        const found = await requestNamed(server, text);
        return { json: found, lines: () => requestLines(found) };
      },
    },
    {
      verb: 'answer',
      takes: 'ID allow|deny',
      options: [
        {
          name: 'for',
          value: 'SCOPE',
          help: 'once, session, project or user, as far as offered (default: once)',
        },
        { name: 'comment', value: 'TEXT', help: 'for the agent' },
      ],
      confirms: true,
      run: answerApproval,
    },
  ],
  examples: [
    ['permesso admin approvals', 'pending approval requests'],
    ['permesso admin approvals answer 81c4a0b2 allow', 'shows the call, and asks; --yes does not'],
    ['permesso admin approvals answer 81c4a0b2 deny --comment "Use a branch."', 'says it to the agent'],
  ],
});

async function listRequests({ server, value }: AdminInput): Promise<AdminResult> {
  const state = value('state') ?? 'pending';
  if (!approvalStates.some((each) => each === state))
    throw new UsageError(`there is no state \`${state}\`; say ${approvalStates.join(', ')}`);
  const found = rowsOf(await server.ask(`GET /v1/approvals?state=${state}`), 'approvals');
  const names = await namesFor(server);
  return table(found, {
    head: ['ID', 'PROJECT', 'ASKED (UTC)', 'CALL'],
    rows: found.map((row) => [
      shortId(textOf(row, 'id')),
      names.project(textOf(row, 'project')),
      minuteOf(row, 'askedAt'),
      callOf(row),
    ]),
    none: `No approval requests are ${state}.`,
  });
}

async function requestNamed(server: PersonServer, text: string): Promise<ServerAnswer> {
  const pending = rowsOf(await server.ask('GET /v1/approvals'), 'approvals');
  return findNamed(pending, { what: 'approval request', text });
}

/** The whole call: what is approved must be seen. */
function callOf({ request }: ServerAnswer): string {
  const call = isRecord(request) && isRecord(request['call']) ? request['call'] : {};
  const input = isRecord(call['input']) ? call['input'] : {};
  const { command } = input;
  const isCommandAlone = typeof command === 'string' && Object.keys(input).length === 1;
  return `${textOf(call, 'tool')}: ${isCommandAlone ? command : JSON.stringify(input)}`;
}

function requestLines(row: ServerAnswer): readonly string[] {
  const call = isRecord(row['request']) && isRecord(row['request']['call']) ? row['request']['call'] : {};
  const votes = rowsOf(row, 'votes').length;
  return [
    printable(callOf(row)),
    printable(`in ${textOf(call, 'cwd') || 'an unknown directory'}`),
    `${textOf(row, 'state')}, ${votes} of ${textOf(row, 'quorum')} answers, expires ${minuteOf(row, 'expiresAt')} UTC`,
  ];
}

async function answerApproval(at: AdminInput): Promise<AdminResult> {
  const [text = '', verdict = ''] = at.operands;
  if (verdict !== 'allow' && verdict !== 'deny') throw new UsageError('say allow or deny');
  const found = await requestNamed(at.server, text);
  const scope = at.value('for') ?? 'once';
  if (verdict === 'allow')
    await at.confirm(`${requestLines(found).slice(0, 2).join(' ')}: approve (${scope})?`);
  const comment = at.value('comment');
  // The digest names exactly what was shown.
  const id = textOf(found, 'id');
  const done = await at.server
    .ask(`POST /v1/approvals/${id}/answer`, {
      digest: found['digest'],
      verdict,
      ...(verdict === 'allow' ? { scope } : {}),
      ...(comment === undefined ? {} : { comment }),
    })
    .catch((error: unknown) => {
      throw error instanceof ServerRefused ? withPage(error, at.server, id) : error;
    });
  return sentences(done, `${callOf(found)} is ${textOf(done, 'state')}.`);
}

/** Only a browser can show a passkey: then the answer is given there. */
function withPage(refused: ServerRefused, { url }: PersonServer, id: string): ServerRefused {
  const { status, message, code } = refused;
  if (code !== 'passkey' && code !== 'no-passkey') return refused;
  return new ServerRefused(status, `${message}\n  ${url}/#/approvals?request=${id}`, code);
}
