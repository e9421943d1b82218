import { parseJson } from '@permesso/engine/call';
import type { ServerContext } from '../../module.ts';
import { Problem } from '../../route/problem.ts';

export interface SlackOptions extends Pick<ServerContext, 'send'> {
  readonly api: string;
}

export type SlackContext = ServerContext & SlackOptions;

/** Slack took the request and refused it: `channel_not_found`. */
export class SlackRefusal extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`Slack answered ${code}`);
    this.name = 'SlackRefusal';
    this.code = code;
  }
}

/** Slack's lookup methods do not accept JSON. */
type SlackCall = { readonly method: string; readonly token: string } & (
  | { readonly body: object }
  | { readonly form: Readonly<Record<string, string>> }
);

/** Calls one method of the Web API. Throws `SlackRefusal` if Slack refuses. */
export async function callSlack(
  { send, api }: SlackOptions,
  { method, token, ...said }: SlackCall,
): Promise<Readonly<Record<string, unknown>>> {
  const [type, body] =
    'form' in said
      ? ['application/x-www-form-urlencoded', new URLSearchParams(said.form).toString()]
      : ['application/json; charset=utf-8', JSON.stringify(said.body)];
  const reply = await send({
    url: `${api}/${method}`,
    method: 'POST',
    headers: { 'content-type': type, authorization: `Bearer ${token}` },
    body,
  });
  if (reply.status !== 200) throw new Error(`Slack answered ${reply.status}`);
  const answer = slackFields(replyJson(reply.body));
  if (answer['ok'] === true) return answer;
  const code = typeof answer['error'] === 'string' ? answer['error'] : 'nothing that can be read';
  throw new SlackRefusal(code.slice(0, 100).replaceAll(/[^\w -]/g, ' '));
}

/** The same, with an error message for the person who set it up. */
export async function trySlack<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const why = error instanceof Error ? error.message : 'something went wrong';
    throw new Problem(422, `Slack cannot be used: ${why}`);
  }
}

/**
 * Whether a reply URL may be used. It comes from a signed request, but replies are still only sent to Slack's own
 * hosts.
 */
export function isReplyAddress(address: string, api: string): boolean {
  if (!URL.canParse(address)) return false;
  const [url, own] = [new URL(address), new URL(api)];
  return url.protocol === own.protocol && (url.host === own.host || url.host === `hooks.${own.host}`);
}

export function slackFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function replyJson(text: string): unknown {
  return parseJson(text);
}
