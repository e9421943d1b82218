import { Type } from 'typebox';
import { ownSlack } from '@permesso/protocol/console';
import { first, queries } from '../../database/query.ts';
import { recordAdminAction, organisationRoutes } from '../../identity/index.ts';
import { notFound, Problem, existing } from '../../route/problem.ts';
import { personRoute, type Route } from '../../route/route.ts';
import { exact } from '../../route/shapes.ts';
import { readLinkCode, type SlackUser } from './link-code.ts';
import { slackApp, type SlackApp } from './slack-app.ts';
import { callSlack, slackFields, type SlackContext, type SlackOptions } from './slack-client.ts';

const sql = queries(import.meta.dirname);
const ownLink = sql<SlackUser & { confirmedAt: Date }, { person: string }>('own-link.sql');
const putLink = sql<{ person: string }, { person: string; team: string; user: string }>('put-link.sql');
const removeLink = sql<SlackUser, { person: string }>('remove-link.sql');

const SlackId = Type.String({ pattern: '^[A-Z][A-Z0-9]{2,30}$' });

/** The signed-in person's Slack user. A matching address only proposes it; the person has to confirm it. */
export function ownSlackRoutes({ database, secret, now, ...slack }: SlackContext): readonly Route[] {
  const appOf = (organisation: string): Promise<SlackApp | undefined> =>
    database.asOrganisation(organisation, (on) => slackApp(on, { organisation, secret }));
  const { actRoute } = organisationRoutes(database);
  return [
    personRoute(
      { role: 'viewer', scope: 'self' },
      {
        method: 'GET',
        path: '/v1/me/slack',
        summary: 'Returns your linked Slack user, or the one your email address suggests.',
        replies: { 200: ownSlack },
      },
      async ({ caller: { organisation, person, email } }) => {
        const app = await appOf(organisation);
        const linked = await database.asOrganisation(organisation, (on) => first(ownLink(on, { person })));
        const isLinked = linked !== undefined && linked.team === app?.team;
        const proposed =
          app === undefined || isLinked ? undefined : await proposedUser(slack, { app, email });
        return {
          status: 200,
          json: {
            workspace: app === undefined ? null : { team: app.team, name: app.name },
            linked: isLinked ? linked : null,
            proposed: proposed ?? null,
          },
        };
      },
    ),
    personRoute(
      { role: 'viewer', scope: 'self' },
      {
        method: 'PUT',
        path: '/v1/me/slack',
        summary:
          'Confirms who you are in Slack: the user whom your address proposes, or whom a code from Slack names.',
        body: exact({
          team: SlackId,
          user: SlackId,
          code: Type.Optional(Type.String({ maxLength: 500, pattern: '^[\\w-]+$' })),
        }),
        replies: { 204: 'none' },
      },
      async ({ caller, body: { team, user, code } }) => {
        const { organisation, person, email } = caller;
        if (caller.via !== 'session')
          throw new Problem(403, 'confirm it in the console, signed in; a token cannot');
        const app = await appOf(organisation);
        if (app === undefined) throw notFound('Slack app');
        const shown =
          code === undefined
            ? await proposedUser(slack, { app, email })
            : readLinkCode(code, { organisation, secret, now: now() });
        if (team !== app.team || shown?.team !== team || shown.user !== user)
          throw new Problem(
            403,
            'neither your address nor a valid code names this Slack user; press a button in Slack to get a code',
          );
        await database.asOrganisation(organisation, async (on) => {
          if ((await first(putLink(on, { person, team, user }))) === undefined)
            throw new Problem(409, 'this Slack user is linked to another person');
          const detail = { person, team, user, by: code === undefined ? 'address' : 'code' };
          await recordAdminAction(on, { by: caller, act: 'slack.link', subject: person, detail });
        });
        return { status: 204 };
      },
    ),
    actRoute(
      { role: 'viewer', scope: 'self' },
      {
        method: 'DELETE',
        path: '/v1/me/slack',
        summary: 'Unlinks your Slack user. Its button presses no longer count.',
        act: 'slack.unlink',
      },
      async (on, { caller: { person } }) => {
        const removed = await existing(removeLink(on, { person }), 'Slack user of yours');
        return { subject: person, detail: { ...removed } };
      },
    ),
  ];
}

/** The Slack user with the person's address. Undefined if Slack does not answer: the person can still use a code. */
async function proposedUser(
  slack: SlackOptions,
  { app, email }: { readonly app: SlackApp; readonly email: string | null },
): Promise<(SlackUser & { readonly name: string }) | undefined> {
  if (email === null) return undefined;
  try {
    const form = { email };
    const said = await callSlack(slack, { method: 'users.lookupByEmail', token: app.botToken, form });
    const user = slackFields(said['user']);
    const { id, team_id: team, name } = user;
    // A guest, or a stranger in a shared channel, is not a member of this workspace; a bot presses no buttons.
    if (typeof id !== 'string' || team !== app.team || user['deleted'] === true || user['is_bot'] === true)
      return undefined;
    return { team: app.team, user: id, name: typeof name === 'string' ? name.slice(0, 100) : id };
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}
