import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { definedFields } from '@permesso/engine/call';
import { mayExist, makeFolder } from '@permesso/gate/disk';
import { announceCanary } from '../launch/canary-places.ts';
import { applyPieces } from '../install/apply-pieces.ts';
import { readExactly } from '../install/exact-file.ts';
import type { FoundHost } from '../install/find-hosts.ts';
import { installedPieces } from '../install/installed-pieces.ts';
import type { InstallContext } from '../install/installer.ts';
import type { Piece } from '../install/file-change.ts';
import { startFakeModel, type FakeModel } from './model/fake-model.ts';
import type { Cage, CanaryRecipe } from './recipe.ts';
import { runIsolated } from './run-isolated.ts';

/**
 * `proven`: the real program was told to make a call that the policy refuses and did not make it, while one that the
 * policy allows was made. `failed`: it made the refused call. `unproven`: neither could be established.
 */
export interface CanaryResult {
  readonly result: 'proven' | 'failed' | 'unproven';
  readonly why: string;
}

export interface CanaryOptions {
  readonly found: FoundHost;
  readonly recipe: CanaryRecipe;
  readonly situation: Omit<InstallContext, 'exists' | 'trust'>;
  /** Where the person's own trust is recorded, for a host that needs it. */
  readonly trustKey?: string;
  readonly patience?: number;
}

/**
 * Runs once alone, and once with code in the project that tries to get past us, where the program loads such code.
 */
export async function runCanary(options: CanaryOptions): Promise<CanaryResult> {
  const alone = await runOnce(options, undefined);
  const { hostile } = options.recipe;
  if (alone.result !== 'proven' || hostile === undefined) return alone;
  const attacked = await runOnce(options, hostile);
  if (attacked.result === 'proven')
    return { ...attacked, why: `${attacked.why}, also against code of the project` };
  return attacked;
}

/** The program finds the hook registration and nothing else of the person's: no rules, no login, no history. */
async function runOnce(options: CanaryOptions, hostile: CanaryRecipe['hostile']): Promise<CanaryResult> {
  const { found, recipe } = options;
  const { patience = recipe.patience ?? 90_000 } = options;
  if (found.program === undefined) return { result: 'unproven', why: 'its program is not on PATH' };
  const folder = mkdtempSync(join(tmpdir(), 'permesso-canary-'));
  const mark = randomBytes(6).toString('hex');
  const [allowed, refused] = [`allowed-${mark}`, `refused-${mark}`];
  const model = await startFakeModel({
    script: [recipe.call(`touch ${allowed}`), recipe.call(`touch ${refused}`)],
  });
  const cage: Cage = { home: join(folder, 'home'), project: join(folder, 'project'), url: model.url };
  try {
    for (const path of [cage.home, cage.project]) mkdirSync(path);
    writeFileAt(join(cage.home, '.config/permesso/policy.yaml'), policyFor(allowed, refused));
    for (const { path, text } of recipe.files(cage)) writeFileAt(join(cage.home, path), text);
    const brought = hostile?.(cage);
    for (const { path, text } of brought?.files ?? []) writeFileAt(join(cage.home, path), text);
    for (const { path, text } of brought?.project ?? []) writeFileAt(join(cage.project, path), text);
    const missing = register(cage, options);
    if (missing !== undefined) return { result: 'unproven', why: missing };
    const { program } = found;
    const output = await announced(options, cage, () => start(program, { cage, recipe, options, patience }));
    return judgeCanary({
      didRun: existsSync(join(cage.project, refused)),
      didControl: existsSync(join(cage.project, allowed)),
      isLogged: logOf(cage).some((line) => line.includes(refused) && line.includes('"deny"')),
      model,
      output,
      ...(brought === undefined ? {} : { hostile: brought.what }),
    });
  } finally {
    await model.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** While this runs, the installed hook decides calls of the cage by the files of the cage. */
async function announced<T>({ situation }: CanaryOptions, cage: Cage, run: () => Promise<T>): Promise<T> {
  const { places } = situation.programs;
  if (places === undefined || places === 'account') return await run();
  const forget = announceCanary(places.state, cage);
  try {
    return await run();
  } finally {
    forget();
  }
}

function policyFor(allowed: string, refused: string): string {
  return `allow:\n  - Bash(touch ${allowed})\ndeny:\n  - rule: Bash(touch ${refused})\n    message: The canary is not to sing.\n`;
}

/** Copies our entries from the person's files to the same places in the cage. */
function register(cage: Cage, { found, situation, trustKey }: CanaryOptions): string | undefined {
  const { installer } = found;
  const trust = trustKey === undefined ? undefined : { key: trustKey, hash: '' };
  const theirs = installer.register({ ...situation, exists: mayExist, ...definedFields({ trust }) });
  const keyInCage = trustKey === undefined ? undefined : installer.trust?.keyIn(cage.home, trustKey);
  const places = {
    home: cage.home,
    config: join(cage.home, '.config'),
    project: cage.project,
    env: {},
  };
  const inCage = installer.register({
    ...situation,
    places,
    denies: situation.denies,
    exists: mayExist,
    ...(keyInCage === undefined ? {} : { trust: { key: keyInCage, hash: '' } }),
  });
  for (const [at, { path, mode = 0o600 }] of inCage.entries()) {
    const registration = theirs[at];
    const pieces = registration === undefined ? undefined : installedPieces(registration);
    if (pieces === undefined) {
      if (at === 0) return 'the hook is not registered: permesso init';
      // Not trusted, or no rules: that is the real state, and the run shows its consequences.
      continue;
    }
    if (isRules(pieces)) continue;
    const before = readExactly(path);
    const inPlace = pieces.map((piece, index) => {
      const wanted = inCage[at]?.pieces[index];
      return piece.as === 'toml-table' && wanted?.as === 'toml-table'
        ? { ...piece, heading: wanted.heading }
        : piece;
    });
    const changed = applyPieces('text' in before ? before.text : undefined, inPlace);
    if ('refused' in changed) return changed.refused;
    writeFileAt(path, changed.text, mode);
  }
  return undefined;
}

/** Rule files are not under test here. */
function isRules(pieces: readonly Piece[]): boolean {
  return pieces.every((piece) => piece.as === 'file' && piece.runs !== true && !piece.text.startsWith('#!'));
}

interface Starting {
  readonly cage: Cage;
  readonly recipe: CanaryRecipe;
  readonly options: CanaryOptions;
  readonly patience: number;
}

async function start(program: string, { cage, recipe, options, patience }: Starting): Promise<string> {
  const { home, project } = cage;
  const env = {
    PATH: options.situation.places.env['PATH'] ?? '/usr/bin:/bin',
    HOME: home,
    TMPDIR: tmpdir(),
    LANG: 'C.UTF-8',
    NO_COLOR: '1',
    CI: '1',
    ...recipe.env(cage),
  };
  let output = '';
  for (const args of recipe.runs(cage)) {
    const ended = await runIsolated({ file: program, args, cwd: project, env, patience });
    output += ended.wasLate ? `${ended.output}\nit did not end within ${patience / 1000} s` : ended.output;
  }
  return output;
}

interface Evidence {
  readonly didRun: boolean;
  readonly didControl: boolean;
  readonly isLogged: boolean;
  readonly model: FakeModel;
  readonly output: string;
  /** The code that tried to get past us. */
  readonly hostile?: string;
}

function judgeCanary({ didRun, didControl, isLogged, model, output, hostile }: Evidence): CanaryResult {
  if (didRun)
    return {
      result: 'failed',
      why:
        hostile === undefined
          ? 'a call that the policy refuses was run'
          : `${hostile} got a call through that the policy refuses: run permesso init again`,
    };
  const last = output.trim().split('\n').at(-1)?.slice(0, 300) ?? '';
  if (model.turns.length === 0)
    return { result: 'unproven', why: `it did not ask its model for anything: ${last}` };
  if (!didControl) {
    const received = model.received().at(-1)?.slice(0, 300) ?? last;
    return { result: 'unproven', why: `a call that the policy allows was not run either: ${received}` };
  }
  if (!isLogged) return { result: 'unproven', why: 'the call was not run, but not because of the hook' };
  return { result: 'proven', why: 'what the policy refuses was not run, what it allows was' };
}

/** The hook's own log: proof that it was asked, and denied. */
function logOf({ home }: Cage): readonly string[] {
  const folder = join(home, '.local/state/permesso/log');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap(({ name }) => readFileSync(join(folder, name), 'utf8').split('\n'));
}

function writeFileAt(path: string, text: string, mode = 0o600): void {
  makeFolder(dirname(path), { mode: 0o777 });
  writeFileSync(path, text, { mode });
}
