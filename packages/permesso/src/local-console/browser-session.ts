import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Who may come in: one browser, the one that was handed the key. */
export interface BrowserSession {
  /** What opens it, once: the query of the first address. */
  readonly key: string;
  /** Once the key was used. */
  readonly entered: Promise<void>;
  readonly check: (request: IncomingMessage) => SessionCheck;
}

export type SessionCheck =
  | { readonly opens: 'key'; readonly cookie: string; readonly room: string }
  /** The path as if the room were the whole house. */
  | { readonly opens: 'room'; readonly path: string }
  | { readonly opens: 'no'; readonly status: 401 | 403; readonly why: string };

export interface BrowserSessionOptions {
  /** `127.0.0.1:4711` and `localhost:4711`: the names by which this server may be called, and no other. */
  readonly hosts: readonly string[];
  readonly now?: () => number;
}

/** A key that lies in a shell's history is worth nothing later. */
export const keyLives: number = 2 * 60_000;

/**
 * A page of another site can make the browser send requests here, and by DNS rebinding even with a name of its own that
 * means this machine. So the name must be ours, the sender must be this page, and a cookie must prove that the key was
 * once shown.
 *
 * Cookies know no ports: any other program that listens on 127.0.0.1 is sent those of this host, and may set some. So everything
 * stands in a room, a path that nobody can guess. The cookie is sent to that path alone and opens nothing without it, and
 * no other server can write over it.
 */
export function createBrowserSession({ hosts, now = Date.now }: BrowserSessionOptions): BrowserSession {
  const key = secret();
  const session = secret();
  const name = secret();
  const room = `/${name}/`;
  const born = now();
  let unused = true;
  const entered = Promise.withResolvers<void>();
  const keyOpens = (shown: string): boolean => unused && now() - born <= keyLives && isSame(shown, key);
  return {
    key,
    entered: entered.promise,
    check: (request) => {
      const url = new URL(request.url ?? '/', 'http://here');
      const shown = request.method === 'GET' && url.pathname === '/' ? url.searchParams.get('key') : null;
      const foreign = foreignTo(hosts, request, { isWayIn: shown !== null });
      if (foreign !== undefined) return { opens: 'no', status: 403, why: foreign };
      if (shown === null) {
        const [, first = '', ...rest] = url.pathname.split('/');
        // Others may have set cookies of the same name: ours is among them.
        const isKnown = cookiesIn(request.headers.cookie ?? '').some((value) => isSame(value, session));
        return isSame(first, name) && isKnown
          ? { opens: 'room', path: `/${rest.join('/')}` }
          : { opens: 'no', status: 401, why: 'Open the address that `permesso ui` printed.' };
      }
      if (!keyOpens(shown))
        return {
          opens: 'no',
          status: 401,
          why: 'This key was used, or is too old: start `permesso ui` again.',
        };
      unused = false;
      entered.resolve();
      return {
        opens: 'key',
        cookie: `${cookieName}=${session}; HttpOnly; SameSite=Strict; Path=${room}`,
        room,
      };
    },
  };
}

/** Why the request does not come from our own page; nothing when it may. */
function foreignTo(
  hosts: readonly string[],
  { headers, method }: IncomingMessage,
  { isWayIn }: { readonly isWayIn: boolean },
): string | undefined {
  const { host = '', origin } = headers;
  if (!hosts.includes(host)) return 'this server does not answer to that name';
  if (origin === undefined && method !== 'GET') return 'the request does not say where it comes from';
  const site = headers['sec-fetch-site'] ?? 'none';
  // The file that opens the browser is another page too; it may lead here with the key, as a person who types may.
  const leads = isWayIn && origin === undefined && headers['sec-fetch-dest'] === 'document';
  return (origin ?? `http://${host}`) === `http://${host}` &&
    (site === 'same-origin' || site === 'none' || leads)
    ? undefined
    : 'the request comes from another page';
}

const cookieName = 'permesso_ui';

function cookiesIn(header: string): readonly string[] {
  return header.split(';').flatMap((pair) => {
    const [name = '', value = ''] = pair.trim().split('=', 2);
    return name === cookieName ? [value] : [];
  });
}

function secret(): string {
  return randomBytes(32).toString('base64url');
}

function isSame(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}
