import {
  type PendingAct,
  pendingActs,
  pendingEffects,
  pendingText,
  shapeProblem,
  type TypeOf,
} from '@permesso/protocol/console';
import { UsageError, type Command } from '../command.ts';
import { adminCommand, sentences, table, type AdminAction, type AdminGiven } from './admin-command.ts';
import { findNamed, minuteOf, namesFor, shortId } from './find-named.ts';
import type { PersonServer } from './person-server.ts';

export const pending: Command = adminCommand({
  name: 'pending',
  summary: 'Lists acts awaiting a second person, and confirms or rejects them.',
  actions: [
    {
      verb: 'list',
      run: async ({ server }) => {
        const acts = await waitingActs(server);
        return table(acts, {
          head: ['ID', 'ASKED FOR BY', 'EXPIRES (UTC)', 'CHANGE'],
          rows: acts.map((act) => [shortId(act.id), act.askedByName, minuteOf(act, 'expiresAt'), act.what]),
          none: 'Nothing waits for a second person.',
        });
      },
    },
    {
      verb: 'confirm',
      takes: 'ID',
      confirms: true,
      run: async ({ server, operands: [text = ''], confirm }) => {
        const act = await actNamed(server, text);
        const effect = pendingEffects[act.act];
        await confirm(
          `${act.what}, asked for by ${act.askedByName}?${effect === undefined ? '' : ` ${effect}`}`,
        );
        const done = await server.ask(`POST /v1/pending-acts/${act.id}/confirm`);
        return sentences(done, `Confirmed and done: ${act.what}`);
      },
    },
    {
      verb: 'refuse',
      takes: 'ID',
      run: async ({ server, operands: [text = ''] }) => {
        const act = await actNamed(server, text);
        await server.ask(`DELETE /v1/pending-acts/${act.id}`);
        return sentences({ id: act.id, state: 'refused' }, `Refused: ${act.what}`, 'Nothing has changed.');
      },
    },
    operatorAction('operator-list', 'pending'),
    operatorAction('operator-confirm', 'confirm', 'ID'),
    operatorAction('operator-approve-version', 'approve-version', 'PROJECT VERSION'),
  ],
  examples: [
    ['permesso admin pending', 'what has been asked for and not yet confirmed'],
    ['permesso admin pending confirm 3f6c1c1e', 'as somebody other than the person who asked'],
    [
      'permesso admin pending operator-confirm ID --organisation acme',
      'on the server itself, with DATABASE_URL and PERMESSO_SECRET, if there is no second person',
    ],
  ],
});

/** What it would change, in a sentence. */
type WaitingAct = PendingAct & { readonly what: string };

async function waitingActs(server: PersonServer): Promise<readonly WaitingAct[]> {
  const reply = await server.ask('GET /v1/pending-acts');
  const problem = shapeProblem(pendingActs, reply);
  if (problem !== undefined)
    throw new Error(`the server lists pending changes that cannot be read: ${problem}`);
  const { acts } = reply as unknown as TypeOf<typeof pendingActs>;
  const names = await namesFor(server);
  return acts.map((act) => ({ ...act, what: pendingText(act, names.project) }));
}

async function actNamed(server: PersonServer, text: string): Promise<WaitingAct> {
  return findNamed(await waitingActs(server), { what: 'pending change', text });
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
