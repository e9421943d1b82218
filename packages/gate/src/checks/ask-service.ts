/** How to reach a service over HTTP. */
export interface ServiceOptions {
  /** `https`, or `http` on this machine. */
  readonly url: string;
  /** Sent as a bearer token. */
  readonly token?: string;
  /** True to ask another machine without TLS: any machine in between could then permit anything. */
  readonly plainHttp?: boolean;
}

/** Far more than an answer needs. */
const mostBytes = 64 * 1024;

/** Why this URL may not be called. */
function addressProblem({ url, plainHttp }: ServiceOptions): string | undefined {
  const parsed = URL.parse(url);
  if (parsed === null) return 'its address is not a URL';
  if (parsed.username !== '' || parsed.password !== '') return 'its address holds a password';
  if (parsed.protocol === 'https:') return undefined;
  if (parsed.protocol !== 'http:') return 'its address is neither https nor http';
  return plainHttp === true || isThisMachine(parsed.hostname)
    ? undefined
    : 'its address is on another machine and not https (say `plainHttp` to ask it all the same)';
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/u.test(host);
}

/** The JSON response of a service. Rejects on anything else: a redirect, another status, too large a body. */
export async function askService(
  options: ServiceOptions,
  { body, signal }: { readonly body: unknown; readonly signal: AbortSignal },
): Promise<unknown> {
  const problem = addressProblem(options);
  if (problem !== undefined) throw new Error(problem);
  const { url, token } = options;
  const reply = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
    // Nobody has approved the redirect's target.
    redirect: 'error',
    signal,
  });
  if (reply.status !== 200) {
    await reply.body?.cancel();
    throw new Error(`it answered with status ${reply.status}`);
  }
  return parseJson(await readReplyText(reply));
}

async function readReplyText(reply: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of reply.body ?? []) {
    size += chunk.length;
    if (size > mostBytes) throw new Error(`its answer is longer than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('its answer is not JSON');
  }
}
