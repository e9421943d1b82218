import { UsageError, type Command } from '../command.ts';
import { adminCommand, sentences, table, type AdminAction, type AdminGiven } from './admin-command.ts';
import { findNamed, minuteOf, namesFor, rowsOf, shortId, textOf } from './find-named.ts';
import type { PersonServer, ServerAnswer } from './person-server.ts';

export const pending: Command = adminCommand({
  name: 'pending',
  summary: 'Lists what waits for a second person, and confirms or refuses it.',
  actions: [
    {
      verb: 'list',
      run: async ({ server }) => {
        const acts = await waitingActs(server);
        const names = await namesFor(server);
        return table(acts, {
          head: ['ID', 'ACT', 'ABOUT', 'ASKED BY', 'EXPIRES (UTC)'],
          rows: acts.map((act) => [
            shortId(textOf(act, 'id')),
            textOf(act, 'act'),
            names.person(textOf(act, 'subject')),
            textOf(act, 'askedByName'),
            minuteOf(act, 'expiresAt'),
          ]),
          none: 'Nothing waits for a second person.',
        });
      },
    },
    {
      verb: 'confirm',
      takes: 'ID',
      confirms: true,
      run: async ({ server, operands: [text = ''], confirm }) => {
        const act = findNamed(await waitingActs(server), { what: 'pending act', text });
        await confirm(
          `Let this happen: ${textOf(act, 'act')} ${JSON.stringify(act['detail'])}, asked for by ${textOf(act, 'askedByName')}?`,
        );
        const done = await server.ask(`POST /v1/pending-acts/${textOf(act, 'id')}/confirm`);
        return sentences(done, `Confirmed and done: ${textOf(act, 'act')}.`);
      },
    },
    {
      verb: 'refuse',
      takes: 'ID',
      run: async ({ server, operands: [text = ''] }) => {
        const act = findNamed(await waitingActs(server), { what: 'pending act', text });
        const id = textOf(act, 'id');
        await server.ask(`DELETE /v1/pending-acts/${id}`);
        return sentences({ id, state: 'refused' }, `Refused: ${textOf(act, 'act')}. Nothing has changed.`);
      },
    },
    operatorAction('operator-list', 'pending'),
    operatorAction('operator-confirm', 'confirm', 'ID'),
    operatorAction('operator-approve-version', 'approve-version', 'PROJECT VERSION'),
  ],
  examples: [
    ['permesso admin pending', 'what somebody asked for and nobody has confirmed'],
    ['permesso admin pending confirm 3f6c1c1e', 'as somebody else than the person who asked'],
    [
      'permesso admin pending operator-confirm ID --organisation acme',
      'where the server runs, with DATABASE_URL and PERMESSO_SECRET: where there is nobody else',
    ],
  ],
});

async function waitingActs(server: PersonServer): Promise<readonly ServerAnswer[]> {
  return rowsOf(await server.ask('GET /v1/pending-acts'), 'acts');
}

function operatorAction(verb: string, action: string, takes?: string): AdminAction {
  return {
    verb,
    ...(takes === undefined ? {} : { takes }),
    options: [{ name: 'organisation', value: 'NAME', help: 'whose, for what the operator does' }],
    operate: ({ operands, value }: AdminGiven) => {
      const organisation = value('organisation');
      if (organisation === undefined) throw new UsageError('which organisation? say --organisation NAME');
      return { operands: [action, organisation, ...operands] };
    },
  };
}
