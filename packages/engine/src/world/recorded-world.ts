import { definedFields } from '../call/defined-fields.ts';
import type {
  Entry,
  HeldName,
  KeepAnswer,
  KeepQuestion,
  ProjectScript,
  RepositoryFact,
  SandboxFact,
  World,
} from './world.ts';

/** A world as JSON: enough to make the same decision again on another machine. */
export interface WorldRecord {
  readonly cwd: string;
  readonly project: string;
  readonly workingDirectories: readonly string[];
  readonly home: string;
  readonly now: number;
  readonly caseInsensitive: boolean;
  readonly platform?: 'win32';
  readonly entries: readonly (readonly [path: string, entry: Entry])[];
  /** What directories held, where it was looked at. */
  readonly held?: readonly (readonly [directory: string, held: readonly HeldName[] | null])[];
  /** What could be brought back, where it was asked. */
  readonly recoverable?: readonly (readonly [path: string, is: boolean])[];
  /** What would be kept, where it was asked. */
  readonly keeps?: readonly (readonly [asked: KeepQuestion, answer: KeepAnswer])[];
  readonly plainBelow?: readonly (readonly [directory: string, is: boolean])[];
  readonly noOtherLinks?: true;
  readonly sandbox?: SandboxFact;
  /** What repositories run by themselves, where it was asked. */
  readonly repositories?: readonly (readonly [directory: string, fact: RepositoryFact | null])[];
  /** What small files said, where it was looked at. */
  readonly texts?: readonly (readonly [path: string, text: string | null])[];
  /** What scripts of the project run, where it was looked at. */
  readonly scripts?: readonly (readonly [script: ProjectScript, runs: string | null])[];
}

export interface RecordingWorld {
  readonly world: World;
  /** What has been asked so far. */
  readonly record: () => WorldRecord;
}

/** A world that remembers every answer it gave. */
export function recordingWorld(world: World): RecordingWorld {
  const answers = new Map<string, Entry>();
  const held = new Map<string, readonly HeldName[] | null>();
  const texts = new Map<string, string | null>();
  const scripts = new Map<string, readonly [ProjectScript, string | null]>();
  const kept = new Map<string, boolean>();
  const keeping = new Map<string, readonly [KeepQuestion, KeepAnswer]>();
  const plain = new Map<string, boolean>();
  const repositories = new Map<string, RepositoryFact | null>();
  const { holds, text, script, recoverable, keeps, plainBelow, repository } = world;
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
      ...(script === undefined
        ? {}
        : {
            script: (asked: ProjectScript) => {
              const key = scriptKey(asked);
              const [, answer] = scripts.get(key) ?? [asked, script(asked) ?? null];
              scripts.set(key, [asked, answer]);
              return answer ?? undefined;
            },
          }),
      ...(repository === undefined
        ? {}
        : {
            repository: (directory: string) => {
              const known = repositories.get(directory);
              const answer = known === undefined ? (repository(directory) ?? null) : known;
              repositories.set(directory, answer);
              return answer ?? undefined;
            },
          }),
      ...(recoverable === undefined ? {} : { recoverable: remembered(recoverable, kept) }),
      ...(keeps === undefined
        ? {}
        : {
            keeps: (asked: KeepQuestion) => {
              const key = keepKey(asked);
              const [, answer] = keeping.get(key) ?? [asked, keeps(asked)];
              keeping.set(key, [asked, answer]);
              return answer;
            },
          }),
      ...(plainBelow === undefined ? {} : { plainBelow: remembered(plainBelow, plain) }),
    },
    record: () => ({
      ...definedFields({
        noOtherLinks: world.noOtherLinks,
        platform: world.platform,
        sandbox: world.sandbox,
      }),
      ...(repositories.size === 0 ? {} : { repositories: [...repositories] }),
      ...(kept.size === 0 ? {} : { recoverable: [...kept] }),
      ...(keeping.size === 0 ? {} : { keeps: [...keeping.values()] }),
      ...(plain.size === 0 ? {} : { plainBelow: [...plain] }),
      cwd: world.cwd,
      project: world.project,
      workingDirectories: [...world.workingDirectories],
      home: world.home,
      now: world.now,
      caseInsensitive: world.caseInsensitive,
      entries: [...answers],
      ...(held.size === 0 ? {} : { held: [...held] }),
      ...(texts.size === 0 ? {} : { texts: [...texts] }),
      ...(scripts.size === 0 ? {} : { scripts: [...scripts.values()] }),
    }),
  };
}

function remembered(
  ask: (path: string) => boolean,
  answers: Map<string, boolean>,
): (path: string) => boolean {
  return (path) => {
    const answer = answers.get(path) ?? ask(path);
    answers.set(path, answer);
    return answer;
  };
}

/** The recorded world again. What nobody asked then is unknown now. */
export function recordedWorld(record: WorldRecord): World {
  const { entries, held, texts, scripts, recoverable, keeps, plainBelow, repositories, ...rest } = record;
  const repositoryFacts = new Map(repositories);
  const answers = new Map(entries);
  const directories = new Map(held);
  const files = new Map(texts);
  const kept = new Map(recoverable);
  const keeping = new Map(keeps?.map(([asked, answer]) => [keepKey(asked), answer]));
  const runs = new Map(scripts?.map(([script, text]) => [scriptKey(script), text]));
  const plain = new Map(plainBelow);
  return {
    ...rest,
    isRecorded: true,
    ...(repositories === undefined
      ? {}
      : { repository: (directory: string) => repositoryFacts.get(directory) ?? undefined }),
    entry: (path) => answers.get(path) ?? { is: 'unknown', reason: `${path} was not recorded` },
    ...(held === undefined ? {} : { holds: (directory: string) => directories.get(directory) ?? undefined }),
    ...(texts === undefined ? {} : { text: (path: string) => files.get(path) ?? undefined }),
    ...(scripts === undefined
      ? {}
      : { script: (script: ProjectScript) => runs.get(scriptKey(script)) ?? undefined }),
    ...(recoverable === undefined ? {} : { recoverable: (path: string) => kept.get(path) ?? false }),
    ...(keeps === undefined
      ? {}
      : { keeps: (asked: KeepQuestion) => keeping.get(keepKey(asked)) ?? { why: 'it was not recorded' } }),
    ...(plainBelow === undefined ? {} : { plainBelow: (directory: string) => plain.get(directory) ?? false }),
  };
}

function keepKey({ path, names, git }: KeepQuestion): string {
  return JSON.stringify([path, git?.loses, git?.words, names]);
}

function scriptKey({ directory, runner, name, everywhere }: ProjectScript): string {
  return JSON.stringify([directory, runner, name, everywhere ?? false]);
}
