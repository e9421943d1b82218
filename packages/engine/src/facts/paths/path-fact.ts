import type { World } from '../../world/world.ts';

/**
 * A file as the call names it and as the machine resolves it. Both count, because links and `..` make them differ: an allow
 * needs both inside its pattern, a deny needs either.
 */
export type PathFact = KnownPath | UnknownPath;

export interface KnownPath {
  readonly known: true;
  /** Absolute and normalised as text. */
  readonly written: string;
  /** The path after following links, as far as it exists, with the missing rest appended; or unknown, with a reason. */
  readonly real: string | UnknownTarget;
  /** The target also includes everything below this directory: `rm -r x`, `grep -r y x`. */
  readonly recursive?: boolean;
  /** New files may appear below it: `tar xf a.tar`, `cp -r a b`. A listing of the directory does not show them. */
  readonly grows?: true;
  /** The targets are the matches of a search below this directory, not the directory itself. */
  readonly found?: true;
  /** What is certainly not among the targets. */
  readonly unless?: { readonly hidden: boolean; readonly git: boolean; readonly names: readonly string[] };
}

export interface UnknownTarget {
  /** The reason. */
  readonly unknown: string;
  /** The remaining names after a link that only the process itself can follow. */
  readonly behind?: readonly string[];
}

export interface UnknownPath {
  readonly known: false;
  readonly reason: string;
  /** Spelled so that it may be any file of the machine, including a protected one: `ID_RSA~1`, `.env::$DATA`. */
  readonly disguised?: true;
  /** The certain start of the normalised absolute path. Absent for `"src/$X"`: the value may climb out of `src` with `..`. */
  readonly starts?: string;
  /** How the text begins, made absolute: not guaranteed, but sufficient for suspicion (`~/.ssh/"$X"`). */
  readonly near?: string;
  /**
   * The target is any number of paths that match this absolute, normalised shell glob (`*`, `?`, `[...]`, none of which match a
   * slash or a leading dot). Narrows suspicion (`dist/*.js` is not `.git`), never proves.
   */
  readonly glob?: string;
  /**
   * The path with `*` for each unknown value: `/proc/*\/environ` for `/proc/$PPID/environ`. Not guaranteed, because a value may
   * contain slashes, but sufficient for suspicion.
   */
  readonly like?: string;
  /**
   * Its start is unknown here, and it ends in these names: `secrets/key.pem` for a server with its own directory. Only a rule
   * whose own last names match may apply.
   */
  readonly ends?: string;
  /** As for a known path. Absent means: may be recursive. */
  readonly recursive?: boolean;
}

export interface ResolveOptions {
  readonly text: string;
  /** Absolute; where a relative path starts. */
  readonly directory: string;
  readonly world: World;
  /** `literal` for text whose tilde was quoted: the shell does not expand it, but tools do. */
  readonly tilde?: 'expand' | 'literal';
  /** Set if neither a shell like bash nor a tool reads it. */
  readonly by?: 'powershell';
}
