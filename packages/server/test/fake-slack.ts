import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

type Fields = Record<string, unknown>;

export interface SlackMessageThere {
  readonly channel: string;
  readonly ts: string;
  readonly token: string;
  text: string;
  blocks: readonly Fields[];
  updates: number;
}

export interface FakeSlack {
  readonly api: string;
  readonly botToken: string;
  readonly signingSecret: string;
  readonly team: string;
  /** Address -> user of this workspace. */
  readonly users: Map<
    string,
    { id: string; name: string; team_id: string; deleted?: boolean; is_bot?: boolean }
  >;
  readonly messages: SlackMessageThere[];
  /** What was sent to response URLs. */
  readonly replies: { readonly path: string; readonly body: Fields }[];
  /** Answers this instead, once. */
  failNext: [status: number, body: string] | undefined;
  /** Somebody presses a button: what Slack sends to the request URL. */
  readonly press: (url: string, how: Press) => Promise<number>;
  readonly interaction: (how: Press) => { body: string; headers: Record<string, string> };
  readonly close: () => Promise<void>;
}

export interface Press {
  readonly message: SlackMessageThere;
  /** `permesso_allow`. */
  readonly action: string;
  readonly user: string;
  readonly team?: string;
  readonly at?: number;
  readonly responseUrl?: string;
}

/** The Web API and the interactions of Slack, as far as an app with buttons needs them, with Slack's own checks. */
export async function fakeSlack(): Promise<FakeSlack> {
  const [botToken, signingSecret] = [
    `xoxb-${randomBytes(8).toString('hex')}`,
    randomBytes(16).toString('hex'),
  ];
  let clock = 1_700_000_000;
  const server = createServer((request, response) => {
    void (async () => {
      let body = '';
      for await (const piece of request) body += String(piece);
      const [status, text] = slack.failNext ?? answer(request, body);
      slack.failNext = undefined;
      response.writeHead(status, { 'content-type': 'application/json' }).end(text);
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function answer(request: IncomingMessage, body: string): [number, string] {
    const path = request.url ?? '';
    if (path.startsWith('/actions/')) {
      slack.replies.push({ path, body: JSON.parse(body) as Fields });
      return [200, 'ok'];
    }
    if (request.headers.authorization !== `Bearer ${botToken}`) return refused('invalid_auth');
    const type = request.headers['content-type'] ?? '';
    const isJson = type.startsWith('application/json');
    switch (path) {
      case '/api/auth.test':
        return [200, JSON.stringify({ ok: true, team: 'Acme <Corp>', team_id: slack.team, bot_id: 'B1' })];
      case '/api/users.lookupByEmail': {
        // This method takes no JSON: Slack then sees no arguments.
        const user = slack.users.get((isJson ? null : new URLSearchParams(body).get('email')) ?? '');
        return user === undefined ? refused('users_not_found') : [200, JSON.stringify({ ok: true, user })];
      }
      case '/api/chat.postMessage':
      case '/api/chat.update': {
        if (!isJson) return refused('invalid_form_data');
        const { channel, ts, text, blocks } = JSON.parse(body) as Fields;
        if (typeof channel !== 'string' || !/^[CDGU]/.test(channel) || channel === 'CGONE')
          return refused('channel_not_found');
        const problem = blockProblem(blocks);
        if (problem !== undefined)
          return [200, JSON.stringify({ ok: false, error: 'invalid_blocks', problem })];
        return path.endsWith('update')
          ? updated({ channel, ts, text, blocks })
          : posted({ channel, text, blocks });
      }
      default:
        return refused('unknown_method');
    }
  }

  function posted({ channel, text, blocks }: Fields): [number, string] {
    const ts = `${++clock}.000100`;
    slack.messages.push({
      channel: channel as string,
      ts,
      token: botToken,
      text: text as string,
      blocks: blocks as Fields[],
      updates: 0,
    });
    return [200, JSON.stringify({ ok: true, channel, ts })];
  }

  function updated({ channel, ts, text, blocks }: Fields): [number, string] {
    const found = slack.messages.find((each) => each.ts === ts && each.channel === channel);
    if (found === undefined) return refused('message_not_found');
    Object.assign(found, { text, blocks, updates: found.updates + 1 });
    return [200, JSON.stringify({ ok: true, channel, ts })];
  }

  function interaction({ message, action, user, team = slack.team, at = Date.now(), responseUrl }: Press): {
    body: string;
    headers: Record<string, string>;
  } {
    const button = buttonsOf(message).find(({ action_id }) => action_id === action);
    const payload = {
      type: 'block_actions',
      user: { id: user, username: user.toLowerCase(), team_id: team },
      team: { id: slack.team, domain: 'acme' },
      api_app_id: 'A1',
      channel: { id: message.channel },
      message: { ts: message.ts, text: message.text, blocks: message.blocks },
      response_url: responseUrl ?? `${origin}/actions/T/1/abc`,
      trigger_id: '1.2.3',
      actions: [{ ...button, block_id: 'permesso', action_ts: `${at / 1000}` }],
    };
    const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
    const timestamp = String(Math.floor(at / 1000));
    const signature = createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`).digest('hex');
    return {
      body,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-slack-request-timestamp': timestamp,
        'x-slack-signature': `v0=${signature}`,
      },
    };
  }

  const slack: FakeSlack = {
    api: `${origin}/api`,
    botToken,
    signingSecret,
    team: 'T0ACME',
    users: new Map(),
    messages: [],
    replies: [],
    failNext: undefined,
    interaction,
    press: async (url, how) => (await fetch(url, { method: 'POST', ...interaction(how) })).status,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return slack;
}

const refused = (error: string): [number, string] => [200, JSON.stringify({ ok: false, error })];

export function buttonsOf({ blocks }: Pick<SlackMessageThere, 'blocks'>): readonly Fields[] {
  return blocks.filter(({ type }) => type === 'actions').flatMap(({ elements }) => elements as Fields[]);
}

/** Every text that Slack would read as mrkdwn: mentions, links and formatting live there and nowhere else. */
export function markupIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const fields = value as Fields;
  const own = fields['type'] === 'mrkdwn' ? [String(fields['text'])] : [];
  return [...own, ...Object.values(fields).flatMap(markupIn)];
}

/** What the Block Kit refuses, of the blocks that are used here. */
function blockProblem(blocks: unknown): string | undefined {
  if (!Array.isArray(blocks) || blocks.length === 0 || blocks.length > 50) return 'number of blocks';
  const isAny = (each: unknown): boolean => isText(each, { most: 2000, types: ['plain_text', 'mrkdwn'] });
  const checks: Readonly<Record<string, (block: Fields) => boolean>> = {
    header: ({ text }) => isText(text, { most: 150, types: ['plain_text'] }),
    // A text, fields, or both.
    section: ({ fields, text }) =>
      (fields === undefined ? text !== undefined : isList(fields, 10) && fields.every(isAny)) &&
      (text === undefined || isText(text, { most: 3000, types: ['plain_text', 'mrkdwn'] })),
    context: ({ elements }) => isList(elements, 10) && elements.every(isAny),
    rich_text: ({ elements }) => isList(elements, 100),
    actions: ({ elements }) => isList(elements, 25) && areButtons(elements as Fields[]),
  };
  const wrong = (blocks as Fields[]).find((block) => checks[String(block['type'])]?.(block) !== true);
  return wrong === undefined ? undefined : String(wrong['type']);
}

function isList(value: unknown, most: number): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0 && value.length <= most;
}

function areButtons(buttons: readonly Fields[]): boolean {
  return (
    new Set(buttons.map(({ action_id }) => action_id)).size === buttons.length &&
    buttons.every(
      ({ text, value = '', url = 'https://x', style = 'primary' }) =>
        isText(text, { most: 75, types: ['plain_text'] }) &&
        String(value).length <= 2000 &&
        String(url).length <= 3000 &&
        ['primary', 'danger'].includes(String(style)),
    )
  );
}

function isText(value: unknown, { most, types }: { most: number; types: readonly string[] }): boolean {
  const { type, text } = (value ?? {}) as Fields;
  return types.includes(String(type)) && typeof text === 'string' && text.length > 0 && text.length <= most;
}

/** As the operator gives them to `set-slack`. */
export function secretsOf({
  botToken,
  signingSecret,
}: Pick<FakeSlack, 'botToken' | 'signingSecret'>): Readonly<Record<string, string>> {
  return { SLACK_BOT_TOKEN: botToken, SLACK_SIGNING_SECRET: signingSecret };
}
