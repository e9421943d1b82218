import { literalOf, type Word } from '../facts/shell/read/words/word.ts';
import { isHost, isIdentifier, namesOf } from './names.ts';
import { type Act, actsOfVerb } from './verbs.ts';
import { isLookElsewhere } from './remote-line.ts';
import type { Targets } from './target.ts';
import { wordSet, type WordSet } from '../facts/word-set.ts';

/** Options whose value is a text for people. */
const prose: ReadonlySet<string> = new Set(
  '--body -b --title -t --message -m --desc --description -d --notes --subject -s --reason --comment'.split(
    ' ',
  ),
);

/** Options whose value is the environment that a command works on. */
const environments =
  /^(?:--context|--kube-context|--cluster|--namespace|-n|--env|--environment|--stage|--stack|--target|--inventory|-i|--destination|-d|--workspace|--profile)$/u;

interface Command {
  readonly name: string;
  readonly operands: readonly string[];
  readonly valueOf: (...names: readonly string[]) => string | undefined;
  readonly texts: readonly string[];
}

export function commandTargets(words: readonly Word[]): Targets {
  const texts = words.flatMap((word) => literalOf(word) ?? []);
  const command = commandOf(texts);
  const found = { ...named(command) };
  // A link in a text that is sent is a destination too.
  const links = texts.flatMap((text) =>
    [...text.matchAll(/\bhttps?:\/\/[^\s"'<>()]+/giu)].flatMap(([url]) => placeOf(url) ?? []),
  );
  return {
    ...found,
    called: calledAs(command),
    sinks: [...new Set([...found.sinks, ...links])],
    ...(words.some((word) => isComputed(word)) ? { isOpen: true as const } : {}),
  };
}

/** The words of a plain command: "do the fastlane beta". */
function calledAs({ name, operands }: Command): readonly string[] {
  const words = /^(?:bundle|npx|uvx|pipx|poetry|mix)$/u.test(name)
    ? operands.filter((text) => text !== 'exec' && text !== 'run')
    : [name, ...operands];
  return words.every((word) => /^[a-z]{2,}$/u.test(word)) ? words : [];
}

/** `"$X"` and `$(...)` may be any target; a file name matched by a pattern may not. */
function isComputed(word: Word): boolean {
  return word.kind === 'unknown' && word.as === undefined && !word.reason.startsWith('glob ');
}

function commandOf(texts: readonly string[]): Command {
  const [path = '', ...rest] = texts;
  const operands = rest.filter((text, at) => !text.startsWith('-') && !prose.has(rest[at - 1] ?? ''));
  const valueOf: Command['valueOf'] = (...names) => {
    for (const [at, text] of rest.entries()) {
      if (names.includes(text)) return rest[at + 1];
      const equals = text.indexOf('=');
      if (equals > 0 && names.includes(text.slice(0, equals))) return text.slice(equals + 1);
    }
    return undefined;
  };
  return { name: path.split('/').at(-1) ?? '', operands, valueOf, texts: rest };
}

function placeOf(text: string): string | undefined {
  return namesOf(text).find(({ is }) => is === 'place')?.text;
}

function named(command: Command): Targets {
  // `git push`, `hg push`, `jj git push`
  if (command.operands.slice(0, 2).includes('push') && versionControl.has(command.name))
    return pushTargets(command);
  switch (command.name) {
    case 'gh':
    case 'glab':
      return forgeTargets(command);
    case 'docker':
    case 'podman':
      return targets([], command.operands.slice(1).map(lower), ['push', 'release', 'talk', 'deploy']);
    case 'ssh':
    case 'scp':
    case 'rsync':
      return remoteTargets(command);
    default:
      return isProjectScript(command) ? ownTargets(['deploy', 'release', 'push']) : otherTargets(command);
  }
}

const versionControl: WordSet = wordSet('git jj hg sl fossil svn bzr darcs');

export function isVersionControl(name: string): boolean {
  return versionControl.has(name);
}

function targets(sinks: readonly string[], things: readonly string[], acts: readonly Act[]): Targets {
  return { sinks, things, isOwn: false, acts };
}

function ownTargets(acts: readonly Act[]): Targets {
  return { sinks: [], things: [], isOwn: true, acts };
}

function lower(text: string): string {
  return text.toLowerCase();
}

/** A remote given by name is one of the project's own; a remote given by URL must be named. */
function pushTargets({ operands }: Command): Targets {
  const remote = operands[operands.indexOf('push') + 1];
  const isAddress = remote !== undefined && /[/:]/u.test(remote);
  // An order for a pull request includes the push before it.
  if (!isAddress) return ownTargets(['push', 'pull']);
  const repo = namesOf(remote).find(({ is }) => is === 'record')?.text;
  return targets([repo ?? placeOf(remote) ?? lower(remote)], [], ['push']);
}

const published: ReadonlySet<string> = new Set(['publish', 'deploy', 'release', 'upload']);
const runners: WordSet = wordSet('npm pnpm yarn bun make just task composer cargo twine poetry uv deno gem');

/** Publishing with the project's own script or to its own registry. */
function isProjectScript({ name, operands }: Command): boolean {
  return runners.has(name) && (operands.some((text) => published.has(text)) || operands.length < 3);
}

function forgeTargets({ operands, valueOf, texts }: Command): Targets {
  const [group = '', act = ''] = operands;
  const repo = valueOf('--repo', '-R');
  const reference = operands.slice(2).find((text) => /^#?\d+$/u.test(text) || text.startsWith('https://'));
  const acts = forgeActs(group, act, texts);
  if (group === 'release' && repo === undefined) return targets([], operands.slice(2, 3).map(lower), acts);
  if (group === 'gist') return targets([], ['gist'], acts);
  if (reference !== undefined && reference.startsWith('https:'))
    return targets(
      [],
      namesOf(reference).flatMap(({ is, text }) => (is === 'record' && text.includes('#') ? [text] : [])),
      acts,
    );
  const number = reference?.replace('#', '');
  if (repo !== undefined)
    return targets(
      [],
      [`${lower(repo.replace(/^https:\/\/[^/]+\//u, ''))}${number === undefined ? '' : `#${number}`}`],
      acts,
    );
  if (number !== undefined) return targets([], [`#${number}`], acts);
  return (group === 'pr' || group === 'mr') && act === 'create' ? ownTargets(acts) : targets([], [], acts);
}

function forgeActs(group: string, act: string, texts: readonly string[]): readonly Act[] {
  if (act === 'merge') return ['merge'];
  if (texts.includes('--approve') || texts.includes('-a') || act === 'approve') return ['approve'];
  if (group === 'release') return ['release'];
  if ((group === 'pr' || group === 'mr') && act === 'create') return ['pull'];
  return act === 'comment' || act === 'note' || act === 'create' || act === 'review' || group === 'gist'
    ? ['talk']
    : ['change'];
}

/** Commands that only read on another machine are ordered by "look". */
function remoteTargets({ name, operands }: Command): Targets {
  const hosts = operands.flatMap((text) => /^(?:[\w.-]+@)?([\w.-]+)(?::.*)?$/u.exec(text)?.[1] ?? []);
  const at =
    name === 'ssh'
      ? hosts.slice(0, 1)
      : hosts.filter((_host, place) => operands[place]?.includes(':') === true);
  const line = operands.slice(1).join(' ');
  const isLook = name === 'ssh' && isLookElsewhere(line);
  return targets(
    at.map(lower),
    [],
    isLook ? ['run', 'deploy', 'look'] : ['run', 'deploy', ...(name === 'ssh' ? [] : (['talk'] as const))],
  );
}

function otherTargets({ operands, texts, valueOf }: Command): Targets {
  const values = texts.flatMap((text) => /^--[\w-]+=(.+)$/u.exec(text)?.[1] ?? []);
  const sinks = [...operands, ...values].flatMap((text) => {
    const bare = text.replace(/\.$/u, '');
    const bucket = /^(?:s3|gs|az|r2):\/\/[\w.-]+/iu.exec(bare)?.[0];
    if (bucket !== undefined) return [lower(bucket)];
    return isHost(bare) || /^[\w.+-]+@[\w.-]+$/u.test(bare) ? [lower(bare)] : [];
  });
  const chosen = texts.flatMap((text, at) => {
    const [option = '', value] = text.split('=');
    const name =
      lower(value ?? texts[at + 1] ?? '')
        .split('/')
        .at(-1) ?? '';
    return environments.test(option) && /^[a-z][\w-]+$/u.test(name) ? [`environment ${name}`] : [];
  });
  const directory = valueOf('-chdir', '--chdir', '--cwd', '-C');
  const records = operands
    .slice(1)
    .flatMap((text) => (isIdentifier(text) || text.includes('/') ? [lower(text)] : []));
  const things =
    chosen.length > 0 ? chosen : [...(directory === undefined ? [] : [lower(directory)]), ...records];
  const isPlain = operands.every(
    (text) =>
      (actsOfVerb(/^[a-z]+/u.exec(text)?.[0] ?? '') ?? []).length > 0 ||
      /^[.\w*-]+[./][.\w*/-]*$/u.test(text),
  );
  // A command without a named place goes where the project's configuration says.
  return sinks.length + things.length === 0 && operands.length > 0 && isPlain
    ? ownTargets(['deploy', 'release', 'push'])
    : targets(sinks, things, [
        'deploy',
        'release',
        'talk',
        ...(sinks.length > 0 ? (['change', 'run'] as const) : []),
      ]);
}
