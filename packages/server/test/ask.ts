export interface Answered {
  readonly status: number;
  // eslint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  readonly json: any;
  readonly headers: Headers;
}

export interface Asking {
  readonly token?: string;
  readonly body?: unknown;
  /** Sent as it is, as JSON that may be none. */
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** `ask(server, 'POST /v1/projects', { token, body })`. */
export async function ask(
  server: { readonly url: string },
  what: string,
  how: Asking = {},
): Promise<Answered> {
  const [method = 'GET', path = '/'] = what.split(' ');
  const response = await fetch(server.url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(how.token === undefined ? {} : { authorization: `Bearer ${how.token}` }),
      ...(how.body === undefined && how.raw === undefined ? {} : { 'content-type': 'application/json' }),
      ...how.headers,
    },
    ...(how.body === undefined && how.raw === undefined ? {} : { body: how.raw ?? JSON.stringify(how.body) }),
  });
  return await answered(response);
}

export async function answered(response: Response): Promise<Answered> {
  const type = response.headers.get('content-type') ?? '';
  const text = type === 'text/event-stream' ? await firstPiece(response) : await response.text();
  const isJson = /[/+]json/.test(type);
  return {
    status: response.status,
    json: isJson && text !== '' ? JSON.parse(text) : text,
    headers: response.headers,
  };
}

/** A stream of events does not end on its own. */
async function firstPiece({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const piece = await reader?.read();
  await reader?.cancel();
  return Buffer.from((piece?.value as Uint8Array | undefined) ?? []).toString();
}
