import type { World } from '../../../world/world.ts';
import type { Effect } from '../../effect.ts';
import type { Arguments } from '../model/model.ts';
import { namesLocalCluster } from '../model/local-clusters.ts';
import { literalOf } from '../read/words/word.ts';
import type { Expanded } from './carriers.ts';
import { pathsOf } from './command-paths.ts';
import { usesOwnService } from './settings/project-container.ts';
import type { CommandSurroundings } from './command-surroundings.ts';
import { joinPath } from '../../paths/normalise.ts';
import type { PathFact } from '../../paths/path-fact.ts';

/** The effects that rows state, adjusted by words that no row can list. */
export function wordEffects(
  stated: readonly Effect[],
  command: Expanded,
  around: CommandSurroundings,
): readonly Effect[] {
  const { args } = command;
  switch (args?.path.slice(0, 2).join(' ')) {
    case 'git checkout':
      return [...stated, { effect: switchesBranch(command, around.world) ? 'commit' : 'lose' }];
    case 'git push':
      return args.operands.some(({ word }) => /^(?:\+|:.)/u.test(literalOf(word) ?? ''))
        ? [...stated, { effect: 'remote-destroy' }]
        : stated;
    case 'cargo install':
      return installsHere(command)
        ? stated.map((one) => (one.effect === 'machine' ? { ...one, effect: 'install' } : one))
        : stated;
    default:
      break;
  }
  if (looksAtDevice(command)) return [{ effect: 'remote-read' }];
  if (args === undefined) return stated;
  if (stated.some(({ effect }) => effect === 'remote-run') && usesOwnService(command, around.world))
    return [{ effect: 'serve' }];
  return (
    instead(args, command, around) ??
    (namesLocalCluster(args) ? stated.map((one) => onThisMachine(one, args)) : stated)
  );
}

/** The effects that the words determine, whatever the rows state. */
function instead(
  args: Arguments,
  command: Expanded,
  { world, writtenBefore }: CommandSurroundings,
): readonly Effect[] | undefined {
  if (args.command.refine?.(args)?.pays === true) return [{ effect: 'remote-read' }, { effect: 'pay' }];
  const isOwn =
    args.path[0] === 'kill' && endsOwnServer(command, { world, written: writtenBefore?.(command) ?? [] });
  return isOwn ? [{ effect: 'serve' }] : undefined;
}

/** `adb shell getprop`: the device parses the words again as shell text, so each of them must be plain. */
function looksAtDevice({ words }: Expanded): boolean {
  const texts = words.map((word) => literalOf(word) ?? ';');
  const at = texts.findIndex((text) => text === 'shell' || text === 'exec-out');
  if (
    texts[0] !== 'adb' ||
    at === -1 ||
    !/^(?:adb|(?:-d|-e|-s [\w.:-]+) ?)*$/u.test(texts.slice(1, at).join(' '))
  )
    return false;
  const said = texts.slice(at + 1);
  return said.every((text) => /^[\w@%+=:,./-]+$/u.test(text)) && deviceQueries.test(said.join(' '));
}

const deviceQueries =
  /^(?:(?:getprop|pidof|ps|top -n \d+|uptime|date|id|df|free|ls|screencap -p|pm (?:list|path|dump)|wm (?:size|density)|settings (?:get|list)|cmd package (?:list|resolve-activity))(?: [^ ]+)*|dumpsys(?: (?:package|meminfo|activity|window|cpuinfo|gfxinfo|display|SurfaceFlinger)(?: [^ ]+)?)?)$/u;

/** Changes to a local test cluster; a pod that is deleted there is recreated. */
function onThisMachine(one: Effect, { path, operands }: Arguments): Effect {
  const isPod = path[1] === 'delete' && /^(?:po|pods?)(?:\/|$)/u.test(literalOf(operands[0]?.word) ?? '');
  const isHere = one.effect === 'remote-change' || (isPod && one.effect === 'remote-destroy');
  return isHere ? { ...one, effect: 'serve' } : one;
}

/** `kill $(cat /tmp/app.pid)`: the process whose id was saved when it was started. The file contains only an id. */
function endsOwnServer({ args, place }: Expanded, { world, written }: KeptIds): boolean {
  if (args === undefined || 'unknown' in place) return false;
  const { options, operands, strangers } = args;
  const isSignal = strangers.every(({ at, text }) => at === 1 && /^-(?:\d{1,2}|[A-Z]{2,6}\d?)$/u.test(text));
  const word = operands[0]?.word;
  const file = word?.kind === 'unknown' ? keptId.exec(word.printed ?? '')?.[1] : undefined;
  if (options.length > 0 || !isSignal || operands.length !== 1 || file === undefined) return false;
  // `echo -1 > /tmp/a.pid; kill -9 $(cat /tmp/a.pid)` kills everything.
  if (!written.every((path) => path.known && !path.written.endsWith('.pid'))) return false;
  const { text } = world;
  if (text === undefined) return world.noOtherLinks === true;
  return place.in.every((directory) => /^[1-9]\d*\n?$/u.test(text(joinPath(directory, file)) ?? ''));
}

interface KeptIds {
  readonly world: World;
  /** The files that the same text has written before. */
  readonly written: readonly PathFact[];
}

const keptId = /^cat ["']?((?:\/tmp\/|tmp\/|tmp\/pids\/|\.\/)?[\w-]+(?:\.[\w-]+)*\.pid)["']?$/u;

/** `cargo install --path . --root ./out`: into the project. */
function installsHere({ words }: Expanded): boolean {
  const texts = words.map((word) => literalOf(word) ?? '');
  const root = texts[texts.indexOf('--root', 1) + 1] ?? '';
  return texts.includes('--root') && /^\.\/(?!.*\.\.)/u.test(root);
}

/** Options of `git checkout` that create a branch or detach from one: their operands are never files. */
const branching: ReadonlySet<string> = new Set(['-b', '-t', '--track', '--detach', '-d', '--orphan']);

/** `git checkout main` if there is no file with that name: git refuses to switch rather than lose changes. */
function switchesBranch({ args, place }: Expanded, world: World): boolean {
  if (args?.options.some(({ name }) => branching.has(name)) === true) return true;
  const [operand, ...more] = args?.operands ?? [];
  const name = literalOf(operand?.word);
  if (name === '-') return true;
  if (operand === undefined || name === undefined || more.length > 0 || operand.after === true) return false;
  if (isNamedAsFile(name, world) || 'unknown' in place) return false;
  const paths = pathsOf(operand.word, place, world);
  return paths.length > 0 && paths.every((path) => path.known && world.entry(path.written).is === 'missing');
}

/** `.`, `./a`, `:/`, `src/`. A world without a disk knows nothing about missing files, so `a.ts` counts too. */
function isNamedAsFile(name: string, { noOtherLinks }: World): boolean {
  return /^\.{0,2}(?:\/|$)|^:|\/$/u.test(name) || (noOtherLinks === true && /\.[a-z]\w*$/iu.test(name));
}
