import type { Entry, World } from './world.ts';

/** A world as JSON: enough to make the same decision again on another machine. */
export interface WorldRecord {
  readonly cwd: string;
  readonly project: string;
  readonly workingDirectories: readonly string[];
  readonly home: string;
  readonly now: number;
  readonly caseInsensitive: boolean;
  readonly entries: readonly (readonly [path: string, entry: Entry])[];
}

export interface RecordingWorld {
  readonly world: World;
  /** What has been asked so far. */
  readonly record: () => WorldRecord;
}

/** A world that remembers every answer it gave. */
export function recordingWorld(world: World): RecordingWorld {
  const answers = new Map<string, Entry>();
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
    },
    record: () => ({
      cwd: world.cwd,
      project: world.project,
      workingDirectories: [...world.workingDirectories],
      home: world.home,
      now: world.now,
      caseInsensitive: world.caseInsensitive,
      entries: [...answers],
    }),
  };
}

/** The recorded world again. What nobody asked then is unknown now. */
export function recordedWorld(record: WorldRecord): World {
  const { entries, ...rest } = record;
  const answers = new Map(entries);
  return {
    ...rest,
    entry: (path) => answers.get(path) ?? { is: 'unknown', reason: `${path} was not recorded` },
  };
}
