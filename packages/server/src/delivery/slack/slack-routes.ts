import { Type } from 'typebox';
import type { Database } from '../../database/database.ts';
import { first, only, query } from '../../database/query.ts';
import { recordAdminAction } from '../../identity/admin-audit.ts';
import { notFound } from '../../route/problem.ts';
import { personRoute, type Route } from '../../route/route.ts';
import { exact } from '../../route/shapes.ts';
import type { SealKeys } from '../../secrets/seal.ts';
import { sealSlack, slackApp } from './slack-app.ts';
import { callSlack, trySlack, type SlackOptions } from './slack-client.ts';

const folder = import.meta.dirname;
const putApp = query<
  { readonly id: string },
  { readonly team: string; readonly name: string; readonly sealed: Buffer }
>(folder, 'put-app.sql');
const removeApp = query<{ readonly id: string; readonly team: string }>(folder, 'remove-app.sql');
const countPeople = query<{ readonly count: number }>(folder, 'count-people.sql');

export interface SlackRoutesOptions extends SlackOptions {
  readonly database: Database;
  readonly secret: SealKeys;
  readonly publicUrl: string;
}

const Secret = Type.String({ minLength: 8, maxLength: 300, pattern: '^[!-~]+$' });
const Workspace = Type.Object({ team: Type.String(), name: Type.String(), requestUrl: Type.String() });

/** Where Slack sends which button was pressed. */
function requestUrl(publicUrl: string, app: string): string {
  return `${publicUrl}/v1/slack/interactions/${app}`;
}

/** The organisation's own Slack app. Its secrets are sealed and never shown again. */
export function slackRoutes({
  database,
  secret,
  publicUrl,
  send,
  api,
}: SlackRoutesOptions): readonly Route[] {
  return [
    personRoute(
      { role: 'admin', scope: 'organisation' },
      {
        method: 'GET',
        path: '/v1/slack',
        summary: 'The Slack app of the organisation, and how many people are linked to a Slack user.',
        replies: {
          200: Type.Object({ workspace: Type.Union([Workspace, Type.Null()]), people: Type.Integer() }),
        },
      },
      async ({ caller: { organisation } }) => {
        const [app, people] = await database.asOrganisation(organisation, async (on) => [
          await slackApp(on, { organisation, secret }),
          await only(countPeople(on)),
        ]);
        const workspace =
          app === undefined
            ? null
            : {
                team: app.team,
                name: app.name,
                requestUrl: requestUrl(publicUrl, app.id),
                addedAt: app.addedAt,
              };
        return { status: 200, json: { workspace, people: people.count } };
      },
    ),
    personRoute(
      { role: 'admin', scope: 'organisation' },
      {
        method: 'PUT',
        path: '/v1/slack',
        summary: 'Sets the Slack app: the token of its bot, which is tried first, and its signing secret.',
        body: exact({ botToken: Secret, signingSecret: Secret }),
        replies: { 200: Workspace },
      },
      async ({ caller, body: { botToken, signingSecret } }) => {
        const said = await trySlack(() =>
          callSlack({ send, api }, { method: 'auth.test', token: botToken, body: {} }),
        );
        const [team, name] = [String(said['team_id']).slice(0, 50), String(said['team']).slice(0, 100)];
        const { organisation } = caller;
        const sealed = sealSlack({ botToken, signingSecret }, organisation, secret);
        const { id } = await database.asOrganisation(organisation, async (on) => {
          const row = await only(putApp(on, { team, name, sealed }));
          await recordAdminAction(on, { by: caller, act: 'slack.set', subject: row.id, detail: { team } });
          return row;
        });
        return { status: 200, json: { team, name, requestUrl: requestUrl(publicUrl, id) } };
      },
    ),
    personRoute(
      { role: 'admin', scope: 'organisation' },
      {
        method: 'DELETE',
        path: '/v1/slack',
        summary: 'Forgets the Slack app. Buttons in its messages answer nothing any more.',
        replies: { 204: 'none' },
      },
      async ({ caller }) => {
        await database.asOrganisation(caller.organisation, async (on) => {
          const removed = await first(removeApp(on));
          if (removed === undefined) throw notFound('Slack app');
          const { id, team } = removed;
          await recordAdminAction(on, { by: caller, act: 'slack.remove', subject: id, detail: { team } });
        });
        return { status: 204 };
      },
    ),
  ];
}
