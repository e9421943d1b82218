import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { errorCode } from './read-text.ts';

/** Where this machine keeps policies. */
export interface Places {
  readonly home: string;
  /** The person's `policy.yaml` and `trust.json`. */
  readonly config: string;
  /** Temporary state: the freeze. */
  readonly state: string;
  /** Policies set by the machine's owner. */
  readonly managed: string;
}

export interface PlaceOptions {
  readonly home?: string;
  /** Only XDG_CONFIG_HOME and XDG_STATE_HOME are read, and on Windows APPDATA and LOCALAPPDATA. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Default: `/etc/permesso/policy.d`, or on Windows a folder that only administrators can write. */
  readonly managed?: string;
}

export function findPlaces(options: PlaceOptions = {}): Places {
  const home = options.home ?? ownHome();
  const env = options.env ?? process.env;
  const isWindows = process.platform === 'win32';
  const own = isWindows
    ? [absolute(env['APPDATA']) ?? 'AppData/Roaming', absolute(env['LOCALAPPDATA']) ?? 'AppData/Local']
    : ['.config', '.local/state'];
  const [config, state] = own.map((folder) => resolve(home, folder));
  return {
    home,
    config: join(absolute(env['XDG_CONFIG_HOME']) ?? config ?? home, 'permesso'),
    state: join(absolute(env['XDG_STATE_HOME']) ?? state ?? home, 'permesso'),
    managed:
      options.managed ?? (isWindows ? 'C:\\Program Files\\Permesso\\policy.d' : '/etc/permesso/policy.d'),
  };
}

/**
 * A relative home would be a folder of whatever project an agent works in, and its files would pass for the person's
 * own.
 */
function ownHome(): string {
  let home: string;
  try {
    home = homedir();
  } catch (error) {
    throw new Error(
      `the home directory is unknown (${errorCode(error)}); fix: set HOME to your home directory`,
      {
        cause: error,
      },
    );
  }
  if (!isAbsolute(home))
    throw new Error(
      `HOME is \`${home}\`, which is not an absolute path; fix: set HOME to your home directory`,
    );
  return home;
}

/** The XDG specification says to ignore a relative path. */
function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}
