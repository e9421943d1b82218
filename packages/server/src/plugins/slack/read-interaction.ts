import { parseJson } from '@permesso/engine/call';
import { slackFields } from './slack-client.ts';
import { allowAction, denyAction } from './slack-blocks.ts';
import type { SlackUser } from './link-code.ts';

/** A press of Allow or Deny. */
export interface Pressed extends SlackUser {
  readonly verdict: 'allow' | 'deny';
  readonly approval: string;
  readonly digest: string;
  /** Where to send a reply for this person. */
  readonly replyTo: string | undefined;
}

const valueShape = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}) (.{1,100})$/;

/**
 * A signed request from Slack: `payload=` and JSON, as a form. Undefined for anything else that Slack sends, such as
 * a press of the button that only opens the console.
 */
export function readInteraction(bytes: Buffer): Pressed | undefined {
  const payload = slackFields(jsonFrom(new URLSearchParams(bytes.toString('utf8')).get('payload') ?? ''));
  if (payload['type'] !== 'block_actions') return undefined;
  const [action] = Array.isArray(payload['actions']) ? payload['actions'] : [];
  const { action_id: id, value } = slackFields(action);
  const verdict = id === allowAction ? 'allow' : id === denyAction ? 'deny' : undefined;
  const [, approval, digest] = valueShape.exec(typeof value === 'string' ? value : '') ?? [];
  const { id: user, team_id: own } = slackFields(payload['user']);
  // In a channel shared by two workspaces, the person's own workspace counts.
  const team = typeof own === 'string' ? own : slackFields(payload['team'])['id'];
  if (verdict === undefined || approval === undefined || digest === undefined) return undefined;
  if (typeof user !== 'string' || typeof team !== 'string') return undefined;
  const replyTo = payload['response_url'];
  return {
    verdict,
    approval,
    digest,
    team,
    user,
    replyTo: typeof replyTo === 'string' ? replyTo : undefined,
  };
}

function jsonFrom(text: string): unknown {
  return parseJson(text);
}
