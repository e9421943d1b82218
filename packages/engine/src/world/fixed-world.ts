import type { Entry, World } from './world.ts';

export type FixedWorldOptions = Partial<World> & {
  /** Link targets by path. Every other path is a plain file or directory. */
  readonly links?: Readonly<Record<string, string>>;
};

/**
 * A world from fixed data: for tests, the corpus and replay. Without `links` no path leads elsewhere.
 *
 * @example
 * ```ts
 * import { createGate, fixedWorld } from '@permesso/gate';
 * const gate = createGate({ policy: { allow: ['Read'] }, world: () => fixedWorld({ cwd: '/srv/app' }) });
 * ```
 */
export function fixedWorld(options: FixedWorldOptions = {}): World {
  const { links, ...given } = options;
  const cwd = given.cwd ?? '/home/dev/project';
  const project = given.project ?? cwd;
  return {
    cwd,
    project,
    workingDirectories: [project],
    home: '/home/dev',
    now: 0,
    caseInsensitive: false,
    entry: linkReader(new Map(Object.entries(links ?? {}))),
    ...(links === undefined && given.entry === undefined ? { noOtherLinks: true as const } : {}),
    ...given,
  };
}

/** `missing` and `directory` resolve alike; `missing` claims nothing about what is there. */
function linkReader(links: ReadonlyMap<string, string>): (path: string) => Entry {
  return (path) => {
    const target = links.get(path);
    return target === undefined ? { is: 'missing' } : { is: 'link', target };
  };
}
