/** An approval request, as far as the sidebar shows it. */
export interface WaitingRequest {
  readonly id: string;
  readonly digest: string;
  readonly message: string;
  readonly tool: string;
  readonly text: string;
  readonly effects: readonly string[];
  /** Something of it cannot be undone. */
  readonly lasting: boolean;
}

/** The local console, entered as the one browser that its address lets in. */
export interface ConsoleClient {
  readonly waiting: () => Promise<readonly WaitingRequest[]>;
  /** What was shown is what is answered: a request that changed meanwhile is refused by the console. */
  readonly answer: (request: WaitingRequest, verdict: 'allow' | 'deny') => Promise<void>;
}

interface InboxReply {
  readonly items: readonly {
    readonly id: string;
    readonly digest: string;
    readonly message: string;
    readonly call: { readonly tool: string; readonly input: Readonly<Record<string, unknown>> };
    readonly effects: readonly { readonly words: string; readonly lasting: boolean }[];
  }[];
}

/** `address` is what `permesso ui --no-open` prints; it works once. Only this machine is ever asked. */
export async function enterConsole(address: string): Promise<ConsoleClient> {
  const url = new URL(address);
  if (url.protocol !== 'http:' || url.hostname !== '127.0.0.1')
    throw new Error(`${url.origin} is not the local console`);
  const entered = await fetch(url, { redirect: 'manual' });
  const cookie = entered.headers.getSetCookie()[0];
  const room = /;\s*Path=([^;]+)/u.exec(cookie ?? '')?.[1];
  if (cookie === undefined || room === undefined)
    throw new Error('The console did not let this editor in: its address works once.');
  const headers = {
    cookie: cookie.split(';', 1)[0] ?? '',
    origin: url.origin,
    'content-type': 'application/json',
  };
  const ask = async (path: string, body?: object): Promise<unknown> => {
    const response = await fetch(new URL(`${room}api/${path}`, url), {
      headers,
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    const reply = (await response.json()) as { readonly detail?: string };
    if (!response.ok) throw new Error(reply.detail ?? `the console answered ${response.status}`);
    return reply;
  };
  return {
    waiting: async () => ((await ask('inbox')) as InboxReply).items.map(shownRequest),
    answer: async ({ id, digest }, verdict) => {
      await ask('answer', { id, digest, answer: { verdict } });
    },
  };
}

function shownRequest({ id, digest, message, call, effects }: InboxReply['items'][number]): WaitingRequest {
  const { command } = call.input;
  return {
    id,
    digest,
    message,
    tool: call.tool,
    text: typeof command === 'string' ? command : JSON.stringify(call.input),
    effects: effects.map(({ words, lasting }) => (lasting ? `${words} (cannot be undone)` : words)),
    lasting: effects.some(({ lasting }) => lasting),
  };
}
