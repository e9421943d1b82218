import type { Route } from '../route/route.ts';

export interface FoundRoute<R> {
  readonly row: R;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds the row for a request, with its path parameters. `HEAD` is answered like `GET`; Node omits the body. */
export function routeFinder<R extends { readonly route: Pick<Route, 'method' | 'path'> }>(
  rows: readonly R[],
): (method: string, path: string) => FoundRoute<R> | undefined {
  const exact = new Map(rows.map((row) => [`${row.route.method} ${row.route.path}`, row]));
  const byLength = Map.groupBy(rows, ({ route: { method, path } }) => lengthOf(method, path.split('/')));
  return (asked, path) => {
    const method = asked === 'HEAD' ? 'GET' : asked;
    const alone = exact.get(`${method} ${path}`);
    if (alone !== undefined) return { row: alone, params: {} };
    const pieces = path.split('/');
    for (const row of byLength.get(lengthOf(method, pieces)) ?? []) {
      const params = paramsIn(pieces, row.route.path.split('/'));
      if (params !== undefined) return { row, params };
    }
    return undefined;
  };
}

const lengthOf = (method: string, pieces: readonly string[]): string => `${method} ${pieces.length}`;

function paramsIn(
  pieces: readonly string[],
  wanted: readonly string[],
): Readonly<Record<string, string>> | undefined {
  const params: [string, string][] = [];
  for (const [at, name] of wanted.entries()) {
    const piece = pieces[at] ?? '';
    if (!name.startsWith('{')) {
      if (piece !== name) return undefined;
    } else if (piece === '') return undefined;
    else params.push([name.slice(1, -1), decoded(piece)]);
  }
  return Object.fromEntries(params);
}

/** An invalid encoding is left as is, and matches no name. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
