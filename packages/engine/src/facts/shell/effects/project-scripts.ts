import type { ProjectScript, World } from '../../../world/world.ts';
import { expandText, type Expanded } from './carriers.ts';
import { POSIX_SHELLS } from '../read/shells/shell-set.ts';
import type { Arguments } from '../model/model.ts';
import { literalOf, type Word } from '../read/words/word.ts';
import { wordSet, type WordSet } from '../../word-set.ts';

/** Scripts start scripts; this limit ends a cycle. */
const mostScripts = 16;

interface ScriptText {
  readonly script: ProjectScript;
  readonly text: string;
}

/**
 * The commands that a project script starts: a rule that asks about `prisma migrate reset` also matches `npm run db:reset`. For
 * suspicion only: the script may change tomorrow, so it never helps an allow rule.
 */
export function scriptCommands(command: Expanded, world: World): readonly (readonly Word[])[] {
  return scriptTexts(command, world).flatMap(({ script, text }) =>
    commandsIn(text, script, world).flatMap(({ words }) =>
      words.length === 0 ? [] : [words.map((word) => ({ ...word, span: command.span }))],
    ),
  );
}

/** The scripts that a command starts, directly or through other scripts. */
export function scriptTexts(command: Expanded, world: World): readonly ScriptText[] {
  if (world.script === undefined) return [];
  const found: ScriptText[] = [];
  const open = [...scriptsOf(command)];
  const seen = new Set<string>();
  for (let next = open.shift(); next !== undefined && seen.size < mostScripts; next = open.shift()) {
    const key = JSON.stringify(next);
    if (seen.has(key)) continue;
    seen.add(key);
    const text = world.script(next);
    if (text === undefined) continue;
    found.push({ script: next, text });
    for (const each of commandsIn(text, next, world)) open.push(...scriptsOf(each));
  }
  return found;
}

function commandsIn(text: string, { directory }: ProjectScript, world: World): readonly Expanded[] {
  return expandText(text, { ...world, cwd: directory }, POSIX_SHELLS).flatMap(({ commands }) => commands);
}

function scriptsOf({ args, words, place }: Expanded): readonly ProjectScript[] {
  if ('unknown' in place) return [];
  const started = args === undefined ? byName(words) : startedScripts(args);
  if (started === undefined) return [];
  const { runner, names, everywhere } = started;
  return place.in.flatMap((directory) =>
    names.map((name) => ({ directory, runner, name, ...(everywhere === true ? { everywhere } : {}) })),
  );
}

interface StartedScripts {
  readonly runner: ProjectScript['runner'];
  readonly names: readonly string[];
  readonly everywhere?: true;
}

/** Runners of package scripts that have no row. */
function byName(words: readonly Word[]): StartedScripts | undefined {
  const [program = '', ...rest] = words.map((word) => literalOf(word) ?? '');
  return workspaceRunners.test(program)
    ? { runner: 'npm', names: tasksIn(rest), everywhere: true }
    : undefined;
}

/** They run a script in every package, or in those that options select. */
const workspaceRunners =
  /^(?:turbo|nx|lerna|moon|rush|wireit|ultra|nps|npm-run-all2?|run-s|run-p|concurrently)$/u;

/** In nx and moon `web:deploy` is `deploy` of the package web; in concurrently `npm:build` is the script build. */
function tasksIn(words: readonly string[]): readonly string[] {
  const plain = words.filter((word) => /^[\w@][\w@:./-]*$/u.test(word));
  return [...new Set(plain.flatMap((word) => [word, word.slice(word.indexOf(':') + 1)]))];
}

export function startedScripts(args: Arguments): StartedScripts | undefined {
  const program = args.path[0] ?? '';
  if (workspaceRunners.test(program))
    return { runner: 'npm', names: tasksIn(textsOf(args.words.slice(1))), everywhere: true };
  return Object.hasOwn(runners, program) ? runners[program]?.(args) : undefined;
}

function textsOf(words: readonly Word[]): readonly string[] {
  return words.map((word) => literalOf(word) ?? '');
}

function operandsOf({ operands }: Arguments): readonly string[] {
  return textsOf(operands.map(({ word }) => word));
}

type ScriptReader = (args: Arguments) => StartedScripts | undefined;

/** `make -n`, `just --dry-run`: only prints the recipes. */
export function printsOnly({ path, options }: Arguments): boolean {
  return (
    /^(?:g?make|just)$/u.test(path[0] ?? '') &&
    options.some(
      ({ name, kind }) => kind === 'plain' && /^(?:-n|--dry-run|--just-print|--recon)$/u.test(name),
    )
  );
}

const recipes =
  (runner: 'make' | 'just'): ScriptReader =>
  (args) => {
    if (printsOnly(args)) return undefined;
    const targets = operandsOf(args).filter((text) => !text.includes('='));
    return { runner, names: targets.length === 0 ? [''] : targets };
  };

function packageScripts(args: Arguments): StartedScripts {
  const [, sub] = args.path;
  const said = operandsOf(args);
  const own = sub === undefined ? [] : [sub === 't' ? 'test' : sub];
  if (args.options.some(({ name }) => pickingOptions.has(name)) || /^workspaces?$/u.test(sub ?? ''))
    return { runner: 'npm', names: [...own, ...tasksIn(said)], everywhere: true };
  const isNamed = sub === undefined || sub === 'run' || sub === 'run-script';
  return { runner: 'npm', names: isNamed ? said.slice(0, 1) : own };
}

const runners: Readonly<Record<string, ScriptReader>> = {
  npm: packageScripts,
  pnpm: packageScripts,
  yarn: packageScripts,
  bun: packageScripts,
  make: recipes('make'),
  gmake: recipes('make'),
  just: recipes('just'),
  composer: (args) => ({
    runner: 'composer',
    names: operandsOf(args)
      .filter((name) => !/^run(?:-script)?$/u.test(name))
      .slice(0, 1),
  }),
  deno: (args) => ({ runner: 'deno', names: textsOf(args.words).includes('task') ? operandsOf(args) : [] }),
  node: ({ words }) => {
    const texts = textsOf(words);
    const at = texts.indexOf('--run');
    return at === -1 ? undefined : { runner: 'npm', names: texts.slice(at + 1, at + 2) };
  },
};

const pickingOptions: WordSet = wordSet('-w --workspace --workspaces -ws -r --recursive -F --filter');
