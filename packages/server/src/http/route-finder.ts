import { TrieRouter } from 'hono/router/trie-router';
import type { Route } from '../route/route.ts';

export interface FoundRoute<R> {
  readonly row: R;
  readonly params: Readonly<Record<string, string>>;
}

/** Which row answers a request, with what its address says. `HEAD` is answered like `GET`; Node leaves the body out. */
export function routeFinder<R extends { readonly route: Pick<Route, 'method' | 'path'> }>(
  rows: readonly R[],
): (method: string, path: string) => FoundRoute<R> | undefined {
  const exact = new Map(rows.map((row) => [`${row.route.method} ${row.route.path}`, row]));
  const router = new TrieRouter<R>();
  for (const row of rows) router.add(row.route.method, row.route.path.replaceAll(/\{(\w+)\}/g, ':$1'), row);
  return (asked, path) => {
    const method = asked === 'HEAD' ? 'GET' : asked;
    const alone = exact.get(`${method} ${path}`);
    if (alone !== undefined) return { row: alone, params: {} };
    const [[found] = []] = router.match(method, path);
    if (found === undefined) return undefined;
    const [row, named] = found;
    const params = Object.entries(named).map(([name, text]) => [name, decoded(String(text))] as const);
    return { row, params: Object.fromEntries(params) };
  };
}

/** What is wrongly encoded stays as it is, and is not a name of anything. */
function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
