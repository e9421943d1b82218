import type { World } from '../../world/world.ts';

/**
 * A file as the call names it and as the machine resolves it. Both count: an allow needs both inside its
 * pattern, a deny needs either, because links and `..` make them differ.
 */
export type PathFact = KnownPath | UnknownPath;

export interface KnownPath {
  readonly known: true;
  /** Absolute and normalised as text: `.` and `..` and doubled slashes removed. */
  readonly written: string;
  /** Where the links lead, for the nearest existing ancestor plus the missing rest; unknown with a reason. */
  readonly real: string | UnknownTarget;
  /** The target is everything below this directory as well: `rm -r x`, `grep -r y x`. */
  readonly recursive?: boolean;
  /** Files may come below it that are not there yet: `tar xf a.tar`, `cp -r a b`. What is listed there says nothing of them. */
  readonly grows?: true;
  /** The targets are what a search finds below this directory, not the directory. */
  readonly found?: true;
  /** What is surely not among the targets. */
  readonly unless?: { readonly hidden: boolean; readonly git: boolean; readonly names: readonly string[] };
}

export interface UnknownTarget {
  /** Why. */
  readonly unknown: string;
  /** The names that are left behind a link that only the process itself can follow. */
  readonly behind?: readonly string[];
}

export interface UnknownPath {
  readonly known: false;
  readonly reason: string;
  /** Spelled so that it may be any file of the machine, a protected one too: `ID_RSA~1`, `.env::$DATA`. */
  readonly disguised?: true;
  /**
   * What the absolute path surely begins with after normalising. Not for `"src/$X"`: the value may climb out of
   * `src` with `..`.
   */
  readonly starts?: string;
  /** What the text begins with, made absolute: no promise, but reason enough for suspicion (`~/.ssh/"$X"`). */
  readonly near?: string;
  /**
   * The target is any number of paths that match this absolute shell glob (`*`, `?`, `[...]`, none of which
   * match a slash or a leading dot), already normalised. Narrows suspicion (`dist/*.js` is not `.git`), never proves.
   */
  readonly glob?: string;
  /**
   * What it looks like with `*` for each value that is not known: `/proc/*\/environ` for `/proc/$PPID/environ`. No promise,
   * for a value may hold slashes, but reason enough for suspicion.
   */
  readonly like?: string;
  /**
   * It begins where nobody here knows and ends in these names: `secrets/key.pem` for a server with a directory of its
   * own. Only a rule whose own last names fit may mean it.
   */
  readonly ends?: string;
  /** As for a known path. Left out means: may be recursive. */
  readonly recursive?: boolean;
}

export interface ResolveOptions {
  readonly text: string;
  /** Absolute; where a relative path starts. */
  readonly directory: string;
  readonly world: World;
  /** `literal` for text whose tilde was quoted: the shell then leaves it alone. Tools expand it. */
  readonly tilde?: 'expand' | 'literal';
  /** Who reads it, where that is neither a shell like bash nor a tool. */
  readonly by?: 'powershell';
}
