import {
  answerObjection,
  type ApprovalRow,
  castVotes,
  type Voted,
  signedInReason,
  signedInTexts,
} from '../../approvals/index.ts';
import { first, only, queries } from '../../database/query.ts';
import { holds, type HeldRole, type PersonCaller } from '../../route/caller.ts';
import { Problem } from '../../route/problem.ts';
import { openRoute, type Route } from '../../route/route.ts';
import { exact, Uuid } from '../../route/shapes.ts';
import { approvalsPage } from '../../notifications/index.ts';
import { linkCode } from './link-code.ts';
import { readInteraction, type Pressed } from './read-interaction.ts';
import { pressSigner, slackApp, type SlackApp } from './slack-app.ts';
import { escapeSlack } from './slack-blocks.ts';
import { isReplyAddress, type SlackContext } from './slack-client.ts';
import { isSignedBySlack } from './slack-signature.ts';

const sql = queries(import.meta.dirname);
const findApp = sql<{ organisation: string }, { id: string }>('find-app.sql');
const personBehind = sql<
  { person: string; email: string | null; roles: readonly HeldRole[] },
  { team: string; user: string }
>('person-behind.sql');

const strangerText =
  'Nothing was answered: your Slack user is not of the workspace that is connected to Permesso.';

/** Slack includes the message that contains the button. */
const mostBytes = 256 * 1024;

/** Buttons pressed in Slack. An answer counts only for the person linked to the Slack user. */
export function interactionRoutes(options: SlackContext): readonly Route[] {
  const { database, hints, secret, publicUrl, now, onError } = options;
  return [
    openRoute(
      {
        method: 'POST',
        path: '/v1/slack/interactions/{app}',
        summary: "Receives a button press from Slack, signed with the Slack app's secret.",
        params: exact({ app: Uuid }),
        body: 'lines',
        mostBytes,
        replies: { 200: 'none' },
      },
      async ({ params: { app: id }, bytes, header }) => {
        const found = await database.asSystem((on) => first(findApp(on, { id })));
        if (found === undefined) throw unsigned();
        const { organisation } = found;
        const app = await database.asOrganisation(organisation, (on) =>
          slackApp(on, { organisation, secret }),
        );
        const signed = {
          timestamp: header('x-slack-request-timestamp'),
          signature: header('x-slack-signature'),
          bytes,
        };
        if (app === undefined || !isSignedBySlack(signed, { secret: app.signingSecret, now: now() }))
          throw unsigned();
        const pressed = readInteraction(bytes);
        if (pressed === undefined) return { status: 200 };
        // In a channel shared by two workspaces, members of both can press. The payload names the workspace: only the
        // app's own counts.
        if (pressed.team !== app.team) {
          void replyPrivately(pressed, strangerText).catch(onError);
          return { status: 200 };
        }
        const said = await answer(pressed, organisation, app);
        // Slack waits for three seconds and does not show this reply: messages for the person are sent separately.
        if (said !== undefined) void replyPrivately(pressed, said).catch(onError);
        return { status: 200 };
      },
    ),
  ];

  /** The message for the person; undefined if the request's own message will show the outcome. */
  async function answer(pressed: Pressed, organisation: string, app: SlackApp): Promise<string | undefined> {
    const voted = await database.asOrganisation(organisation, async (on) => {
      const { team, user, approval, digest, verdict } = pressed;
      const behind = await first(personBehind(on, { team, user }));
      if (behind === undefined) return undefined;
      const { person, email, roles } = behind;
      const caller: PersonCaller = {
        kind: 'person',
        organisation,
        person,
        email,
        via: 'session',
        roles,
        session: null,
        token: null,
      };
      const objection = objectionTo(caller, verdict);
      const yes = { scope: 'once' as const };
      const signedBy = pressSigner(app);
      const ballot = { approval, person, digest, verdict, yes, via: 'slack', signedBy, objection };
      return await only(castVotes(on, [ballot]));
    });
    if (voted === undefined) return unlinkedText(pressed, organisation);
    hints.give('approvals');
    const problem = problemIn(voted);
    return problem === undefined
      ? undefined
      : `${escapeSlack(problem)} <${approvalsPage(publicUrl, pressed.approval)}|Open in console>`;
  }

  function unlinkedText({ team, user, approval }: Pressed, organisation: string): string {
    const code = linkCode({ team, user }, { organisation, secret, now: now() });
    const page = `${approvalsPage(publicUrl, approval)}&slack=${team}.${user}.${code}`;
    return `Nothing was answered: your Slack user is not linked to a person in Permesso. <${page}|Sign in and link it>. The link is for you alone and lasts 15 minutes.`;
  }

  /** Visible to this person alone, not to the rest of the channel. */
  async function replyPrivately({ replyTo }: Pressed, text: string): Promise<void> {
    if (replyTo === undefined || !isReplyAddress(replyTo, options.api)) return;
    const body = JSON.stringify({ response_type: 'ephemeral', replace_original: false, text });
    await options.send({
      url: replyTo,
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body,
    });
  }
}

function objectionTo(
  caller: PersonCaller,
  verdict: Pressed['verdict'],
): (asked: ApprovalRow) => Problem | undefined {
  return (asked) => {
    if (!holds(caller, 'approver', asked.project))
      return new Problem(403, 'You need the role approver in this project.');
    const reason = signedInReason(asked);
    if (reason !== undefined) return new Problem(403, signedInTexts[reason]);
    return answerObjection({ verdict, yes: { scope: 'once' } })(asked);
  };
}

function problemIn(voted: Voted): string | undefined {
  if ('problem' in voted) return `Nothing was answered: ${voted.problem.message}`;
  return 'refused' in voted ? `Nothing was answered: ${voted.refused}.` : undefined;
}

/** The same error as for an unknown app: requests must not reveal which apps exist. */
function unsigned(): Problem {
  return new Problem(401, 'not signed by Slack, or signed more than five minutes ago');
}
