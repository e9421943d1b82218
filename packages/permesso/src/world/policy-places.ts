import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Where this machine keeps policies. */
export interface Places {
  readonly home: string;
  /** `policy.yaml` and `trust.json` of the person. */
  readonly config: string;
  /** What is true for now: the freeze. */
  readonly state: string;
  /** Policies that the machine's owner sets. */
  readonly managed: string;
}

export interface PlaceOptions {
  readonly home?: string;
  /** Of which only XDG_CONFIG_HOME and XDG_STATE_HOME are read. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** `/etc/permesso/policy.d` when absent. */
  readonly managed?: string;
}

export function findPlaces(options: PlaceOptions = {}): Places {
  const home = options.home ?? homedir();
  const env = options.env ?? process.env;
  return {
    home,
    config: join(absolute(env['XDG_CONFIG_HOME']) ?? join(home, '.config'), 'permesso'),
    state: join(absolute(env['XDG_STATE_HOME']) ?? join(home, '.local/state'), 'permesso'),
    managed: options.managed ?? '/etc/permesso/policy.d',
  };
}

/** The specification: a relative path is to be ignored. */
function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}
