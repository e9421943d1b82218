import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Access for a single browser: the one that was given the key. */
export interface BrowserSession {
  /** The one-time key in the query of the first URL. */
  readonly key: string;
  /** Resolves when the key was used. */
  readonly entered: Promise<void>;
  readonly check: (request: IncomingMessage) => SessionCheck;
}

export type SessionCheck =
  | { readonly opens: 'key'; readonly cookie: string; readonly room: string }
  /** The path relative to the room. */
  | { readonly opens: 'room'; readonly path: string }
  | { readonly opens: 'no'; readonly status: 401 | 403; readonly why: string };

export interface BrowserSessionOptions {
  /** `127.0.0.1:4711` and `localhost:4711`: the only accepted Host headers. */
  readonly hosts: readonly string[];
  readonly now?: () => number;
}

/** A key in a shell's history must be useless later. */
export const keyLives: number = 2 * 60_000;

/**
 * A page of another site can make the browser send requests here, by DNS rebinding even with a host name of its own
 * that resolves to this machine. So the Host header must be ours, the sender must be this page, and a cookie must
 * prove that the key was once shown.
 *
 * Cookies ignore ports: any other program listening on 127.0.0.1 receives this host's cookies, and may set some. So
 * everything is under a room, an unguessable path. The cookie is sent to that path only, is useless without it, and
 * cannot be overwritten by another server.
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
        // Others may have set cookies of the same name: any of them may be ours.
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

/** Why the request does not come from our own page; undefined if it does. */
function foreignTo(
  hosts: readonly string[],
  { headers, method }: IncomingMessage,
  { isWayIn }: { readonly isWayIn: boolean },
): string | undefined {
  const { host = '', origin } = headers;
  if (!hosts.includes(host)) return 'this server does not answer to that name';
  if (origin === undefined && method !== 'GET') return 'the request does not say where it comes from';
  const site = headers['sec-fetch-site'] ?? 'none';
  // The file that opens the browser counts as another page; it may navigate here with the key, as if the URL were
  // typed.
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
