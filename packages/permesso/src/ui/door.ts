import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Who may come in: one browser, the one that was handed the key. */
export interface Door {
  /** What opens it, once: the query of the first address. */
  readonly key: string;
  readonly check: (request: IncomingMessage) => Entrance;
}

export type Entrance =
  | { readonly opens: 'key'; readonly cookie: string }
  | { readonly opens: 'cookie' }
  | { readonly opens: 'no'; readonly status: 401 | 403; readonly why: string };

export interface DoorOptions {
  /** `127.0.0.1:4711` and `localhost:4711`: the names by which this server may be called, and no other. */
  readonly hosts: readonly string[];
  readonly now?: () => number;
}

/** A key that lies in a shell's history is worth nothing later. */
const keyLives = 2 * 60_000;

/**
 * A page of another site can make the browser send requests here, and by DNS rebinding even with a name of its own that
 * means this machine. So the name must be ours, the sender must be this page, and a cookie must prove that the key was
 * once shown.
 */
export function openDoor({ hosts, now = Date.now }: DoorOptions): Door {
  const key = randomBytes(32).toString('base64url');
  const session = randomBytes(32).toString('base64url');
  const born = now();
  let unused = true;
  const keyOpens = (shown: string): boolean => unused && now() - born <= keyLives && isSame(shown, key);
  return {
    key,
    check: (request) => {
      const foreign = foreignTo(hosts, request);
      if (foreign !== undefined) return { opens: 'no', status: 403, why: foreign };
      const shown = keyIn(request);
      if (shown === null)
        return cookiesIn(request.headers.cookie ?? '').some((value) => isSame(value, session))
          ? { opens: 'cookie' }
          : { opens: 'no', status: 401, why: 'open the address that `permesso ui` printed' };
      if (!keyOpens(shown))
        return {
          opens: 'no',
          status: 401,
          why: 'this key was used, or is too old: start `permesso ui` again',
        };
      unused = false;
      return { opens: 'key', cookie: `${cookieName}=${session}; HttpOnly; SameSite=Strict; Path=/` };
    },
  };
}

/** Why the request does not come from our own page; nothing when it may. */
function foreignTo(hosts: readonly string[], { headers, method }: IncomingMessage): string | undefined {
  const { host = '', origin } = headers;
  if (!hosts.includes(host)) return 'this server does not answer to that name';
  if (origin === undefined && method !== 'GET') return 'the request does not say where it comes from';
  const site = headers['sec-fetch-site'] ?? 'none';
  return (origin ?? `http://${host}`) === `http://${host}` && (site === 'same-origin' || site === 'none')
    ? undefined
    : 'the request comes from another page';
}

function keyIn({ url = '/', method }: IncomingMessage): string | null {
  const { pathname, searchParams } = new URL(url, 'http://here');
  return method === 'GET' && pathname === '/' ? searchParams.get('key') : null;
}

const cookieName = 'permesso_ui';

function cookiesIn(header: string): readonly string[] {
  return header.split(';').flatMap((pair) => {
    const [name = '', value = ''] = pair.trim().split('=', 2);
    return name === cookieName ? [value] : [];
  });
}

function isSame(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}
