import type { Entry, Held, World } from './world.ts';

/** A world as JSON: enough to make the same decision again on another machine. */
export interface WorldRecord {
  readonly cwd: string;
  readonly project: string;
  readonly workingDirectories: readonly string[];
  readonly home: string;
  readonly now: number;
  readonly caseInsensitive: boolean;
  readonly entries: readonly (readonly [path: string, entry: Entry])[];
  /** What directories held, where it was looked at. */
  readonly held?: readonly (readonly [directory: string, held: readonly Held[] | null])[];
  /** What small files said, where it was looked at. */
  readonly texts?: readonly (readonly [path: string, text: string | null])[];
}

export interface RecordingWorld {
  readonly world: World;
  /** What has been asked so far. */
  readonly record: () => WorldRecord;
}

/** A world that remembers every answer it gave. */
export function recordingWorld(world: World): RecordingWorld {
  const answers = new Map<string, Entry>();
  const held = new Map<string, readonly Held[] | null>();
  const texts = new Map<string, string | null>();
  const { holds, text } = world;
  return {
    world: {
      ...world,
      entry: (path) => {
        const known = answers.get(path);
        if (known !== undefined) return known;
        const answer = world.entry(path);
        answers.set(path, answer);
        return answer;
      },
      ...(holds === undefined
        ? {}
        : {
            holds: (directory: string) => {
              const answer = held.get(directory) ?? holds(directory) ?? null;
              held.set(directory, answer);
              return answer ?? undefined;
            },
          }),
      ...(text === undefined
        ? {}
        : {
            text: (path: string) => {
              const known = texts.get(path);
              const answer = known === undefined ? (text(path) ?? null) : known;
              texts.set(path, answer);
              return answer ?? undefined;
            },
          }),
    },
    record: () => ({
      cwd: world.cwd,
      project: world.project,
      workingDirectories: [...world.workingDirectories],
      home: world.home,
      now: world.now,
      caseInsensitive: world.caseInsensitive,
      entries: [...answers],
      ...(held.size === 0 ? {} : { held: [...held] }),
      ...(texts.size === 0 ? {} : { texts: [...texts] }),
    }),
  };
}

/** The recorded world again. What nobody asked then is unknown now. */
export function recordedWorld(record: WorldRecord): World {
  const { entries, held, texts, ...rest } = record;
  const answers = new Map(entries);
  const directories = new Map(held);
  const files = new Map(texts);
  return {
    ...rest,
    entry: (path) => answers.get(path) ?? { is: 'unknown', reason: `${path} was not recorded` },
    ...(held === undefined ? {} : { holds: (directory: string) => directories.get(directory) ?? undefined }),
    ...(texts === undefined ? {} : { text: (path: string) => files.get(path) ?? undefined }),
  };
}
