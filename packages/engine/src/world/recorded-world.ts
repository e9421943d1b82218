import { definedFields } from '../call/defined-fields.ts';
import type {
  Entry,
  HeldName,
  KeepAnswer,
  KeepQuestion,
  NamedCommit,
  ProjectScript,
  RepositoryFact,
  SandboxFact,
  World,
} from './world.ts';

/** A world as JSON: enough to repeat the same decision on another machine. */
export interface WorldRecord {
  readonly cwd: string;
  readonly project: string;
  readonly workingDirectories: readonly string[];
  readonly home: string;
  readonly now: number;
  readonly caseInsensitive: boolean;
  readonly platform?: 'win32';
  readonly entries: readonly (readonly [path: string, entry: Entry])[];
  /** The directories that were listed, with their content. */
  readonly held?: readonly (readonly [directory: string, held: readonly HeldName[] | null])[];
  /** The paths whose recoverability was asked for. */
  readonly recoverable?: readonly (readonly [path: string, is: boolean])[];
  /** The answers about what would be kept. */
  readonly keeps?: readonly (readonly [asked: KeepQuestion, answer: KeepAnswer])[];
  readonly plainBelow?: readonly (readonly [directory: string, is: boolean])[];
  readonly plainIn?: readonly (readonly [commit: NamedCommit, is: boolean])[];
  readonly noOtherLinks?: true;
  readonly sandbox?: SandboxFact;
  /** What git starts automatically in the repositories that were asked about. */
  readonly repositories?: readonly (readonly [directory: string, fact: RepositoryFact | null])[];
  /** The small files that were read. */
  readonly texts?: readonly (readonly [path: string, text: string | null])[];
  /** The project scripts that were looked up, with what they run. */
  readonly scripts?: readonly (readonly [script: ProjectScript, runs: string | null])[];
}

export interface RecordingWorld {
  readonly world: World;
  /** The answers so far. */
  readonly record: () => WorldRecord;
}

/** A world that records every answer it gives. */
export function recordingWorld(world: World): RecordingWorld {
  const entry = remembered((path: string) => world.entry(path));
  const holds = remembered(world.holds);
  const text = remembered(world.text);
  const script = remembered(world.script, scriptKey);
  const repository = remembered(world.repository);
  const recoverable = remembered(world.recoverable);
  const keeps = remembered(world.keeps, keepKey);
  const plainBelow = remembered(world.plainBelow);
  const plainIn = remembered(world.plainIn, commitKey);
  const { noOtherLinks, platform, sandbox, cwd, project, home, now, caseInsensitive } = world;
  return {
    world: {
      ...world,
      ...definedFields({
        entry: entry.ask,
        holds: holds.ask,
        text: text.ask,
        script: script.ask,
        repository: repository.ask,
        recoverable: recoverable.ask,
        keeps: keeps.ask,
        plainBelow: plainBelow.ask,
        plainIn: plainIn.ask,
      }),
    },
    record: () => ({
      ...definedFields({
        noOtherLinks,
        platform,
        sandbox,
        repositories: repository.answers(),
        recoverable: recoverable.answers(),
        keeps: keeps.answers(),
        plainBelow: plainBelow.answers(),
        plainIn: plainIn.answers(),
        held: holds.answers(),
        texts: text.answers(),
        scripts: script.answers(),
      }),
      cwd,
      project,
      workingDirectories: [...world.workingDirectories],
      home,
      now,
      caseInsensitive,
      entries: entry.answers() ?? [],
    }),
  };
}

/** `null`: unknown. */
type Answered<A> = A extends undefined ? null : A;
type Answers<Q, A> = readonly (readonly [asked: Q, answer: Answered<A>])[];

interface Remembered<Q, A> {
  readonly ask: ((asked: Q) => A) | undefined;
  /** Undefined if nothing was asked. */
  readonly answers: () => Answers<Q, A> | undefined;
}

function remembered<Q, A>(
  ask: ((asked: Q) => A) | undefined,
  keyOf: (asked: Q) => string = String,
): Remembered<Q, A> {
  const answers = new Map<string, readonly [asked: Q, answer: A]>();
  return {
    ask:
      ask &&
      ((asked) => {
        const key = keyOf(asked);
        const known = answers.get(key) ?? ([asked, ask(asked)] as const);
        answers.set(key, known);
        return known[1];
      }),
    answers: () =>
      answers.size === 0
        ? undefined
        : Array.from(
            answers.values(),
            ([asked, answer]) => [asked, (answer ?? null) as Answered<A>] as const,
          ),
  };
}

/** Restores a recorded world. What was not asked then is unknown now. */
export function recordedWorld(record: WorldRecord): World {
  const { entries, held, texts, scripts, recoverable, keeps, plainBelow, plainIn, repositories, ...rest } =
    record;
  const known = new Map(entries);
  return {
    ...rest,
    isRecorded: true,
    entry: (path) => known.get(path) ?? { is: 'unknown', reason: `${path} was not recorded` },
    ...definedFields({
      holds: answering(held, undefined),
      text: answering(texts, undefined),
      script: answering(scripts, undefined, scriptKey),
      repository: answering(repositories, undefined),
      recoverable: answering(recoverable, false),
      keeps: answering(keeps, { why: 'it was not recorded' }, keepKey),
      plainBelow: answering(plainBelow, false),
      plainIn: answering(plainIn, false, commitKey),
    }),
  };
}

function answering<Q, A, E>(
  answers: readonly (readonly [asked: Q, answer: A | null])[] | undefined,
  otherwise: E,
  keyOf: (asked: Q) => string = String,
): ((asked: Q) => A | E) | undefined {
  if (answers === undefined) return undefined;
  const known = new Map(answers.map(([asked, answer]) => [keyOf(asked), answer]));
  return (asked) => known.get(keyOf(asked)) ?? otherwise;
}

function commitKey({ directory, revision }: NamedCommit): string {
  return JSON.stringify([directory, revision]);
}

function keepKey({ path, names, git }: KeepQuestion): string {
  return JSON.stringify([path, git?.loses, git?.words, names]);
}

function scriptKey({ directory, runner, name, everywhere }: ProjectScript): string {
  return JSON.stringify([directory, runner, name, everywhere ?? false]);
}
