import { Type } from 'typebox';
import { only, queries, type Connection } from '../../database/query.ts';
import type { PersonCaller } from '../../route/caller.ts';
import { recordAdminAction, organisationRoutes } from '../../identity/index.ts';
import { existing } from '../../route/problem.ts';
import { personRoute, type Route } from '../../route/route.ts';
import { exact } from '../../route/shapes.ts';
import type { SealKeys } from '../../secrets/seal.ts';
import { sealSlack, slackApp, type SlackSecrets } from './slack-app.ts';
import { callSlack, trySlack, type SlackContext, type SlackOptions } from './slack-client.ts';

const sql = queries(import.meta.dirname);
const putApp = sql<{ id: string }, { team: string; name: string; sealed: Buffer; setBy: string | null }>(
  'put-app.sql',
);
const removeApp = sql<{ id: string; team: string }>('remove-app.sql');
const countPeople = sql<{ count: number }>('count-people.sql');

const Secret = Type.String({ minLength: 8, maxLength: 300, pattern: '^[!-~]+$' });
const Workspace = Type.Object({ team: Type.String(), name: Type.String(), requestUrl: Type.String() });

/** The URL to which Slack sends button presses. */
function requestUrl(publicUrl: string, app: string): string {
  return `${publicUrl}/v1/slack/interactions/${app}`;
}

/** The organisation's own Slack app. Its secrets are sealed and never shown again. */
export function slackRoutes({ database, secret, publicUrl, send, api }: SlackContext): readonly Route[] {
  const { actRoute, readRoute } = organisationRoutes(database);
  return [
    readRoute(
      { role: 'admin', scope: 'organisation' },
      {
        path: '/v1/slack',
        summary: "Returns the organisation's Slack app and the number of linked people.",
        reply: Type.Object({ workspace: Type.Union([Workspace, Type.Null()]), people: Type.Integer() }),
      },
      async (on, { caller: { organisation } }) => {
        const app = await slackApp(on, { organisation, secret });
        const workspace =
          app === undefined
            ? null
            : {
                team: app.team,
                name: app.name,
                requestUrl: requestUrl(publicUrl, app.id),
                addedAt: app.addedAt,
                setBy: app.isOperators ? 'operator' : (app.setByName ?? 'unknown'),
              };
        return { workspace, people: (await only(countPeople(on))).count };
      },
    ),
    personRoute(
      { role: 'admin', scope: 'organisation' },
      {
        method: 'PUT',
        path: '/v1/slack',
        summary:
          'Sets the Slack app: the token of its bot, which is tried first, and its signing secret. Ends every link of a person to a Slack user. You know the secret by that, so buttons approve only what you could approve yourself; an app that the operator sets has no such limit.',
        body: exact({ botToken: Secret, signingSecret: Secret }),
        replies: { 200: Workspace },
      },
      async ({ caller, body: { botToken, signingSecret } }) => {
        const { organisation } = caller;
        const tried = await triedApp({ botToken, signingSecret }, { send, api, organisation, secret });
        const { team, name } = tried;
        const { id } = await database.asOrganisation(organisation, (on) => setSlackApp(on, tried, caller));
        return { status: 200, json: { team, name, requestUrl: requestUrl(publicUrl, id) } };
      },
    ),
    actRoute(
      { role: 'admin', scope: 'organisation' },
      {
        method: 'DELETE',
        path: '/v1/slack',
        summary: 'Removes the Slack app. Buttons in its messages stop working.',
        act: 'slack.remove',
      },
      async (on) => {
        const { id, team } = await existing(removeApp(on), 'Slack app');
        return { subject: id, detail: { team } };
      },
    ),
  ];
}

interface TriedApp {
  readonly team: string;
  readonly name: string;
  readonly sealed: Buffer;
}

/** Asks Slack for the token's owner. */
export async function triedApp(
  secrets: SlackSecrets,
  {
    organisation,
    secret,
    ...slack
  }: SlackOptions & { readonly organisation: string; readonly secret: SealKeys },
): Promise<TriedApp> {
  const said = await trySlack(() =>
    callSlack(slack, { method: 'auth.test', token: secrets.botToken, body: {} }),
  );
  return {
    team: String(said['team_id']).slice(0, 50),
    name: String(said['team']).slice(0, 100),
    sealed: sealSlack(secrets, organisation, secret),
  };
}

/** All links to people end: presses are trusted by the secret, and somebody else knows the new one. */
export async function setSlackApp(
  on: Connection,
  { team, name, sealed }: TriedApp,
  by: PersonCaller | 'operator',
): Promise<{ readonly id: string }> {
  const setBy = by === 'operator' ? null : by.person;
  const { count: links } = await only(countPeople(on));
  const row = await only(putApp(on, { team, name, sealed, setBy }));
  await recordAdminAction(on, { by, act: 'slack.set', subject: row.id, detail: { team, linksEnded: links } });
  return row;
}
