import type { GitLoss, KeepQuestion } from '../world/world.ts';
import type { Part } from './part.ts';
import { literalOf, type Word } from './shell/read/words/word.ts';

/** Sub-commands, and what each can lose beyond the files it names. */
const losing: ReadonlyMap<string, GitLoss['loses']> = new Map([
  ['clean', 'untracked'],
  ['reset', 'work'],
  ['restore', 'work'],
  ['checkout', 'work'],
  ['switch', 'work'],
  ['stash drop', 'refs'],
  ['stash clear', 'refs'],
  ['branch', 'refs'],
  ['tag', 'refs'],
  ['gc', 'objects'],
  ['prune', 'objects'],
  ['reflog expire', 'objects'],
  ['reflog delete', 'objects'],
  ['lfs prune', 'objects'],
  ['filter-repo', 'history'],
]);

/** The `filter-repo` options that only leave things out. Callbacks are code; other options move files to unkept places. */
const leavesOut: ReadonlySet<string> = new Set(
  '--path --path-match --path-glob --path-regex --use-base-name --invert-paths --strip-blobs-bigger-than --strip-blobs-with-ids --replace-text --replace-message --mailmap --use-mailmap --preserve-commit-hashes --preserve-commit-encoding --prune-empty --prune-degenerate --no-ff --force -f --quiet'.split(
    ' ',
  ),
);

/** They remove files of the project by rules of their own: everything that git does not have is kept. */
const inProject: ReadonlySet<string> = new Set(['rails destroy', 'rails d']);

/** The same for the words of a command other than git. */
export function losesInProject(words: readonly Word[]): boolean {
  const [program = '', name = ''] = words.map((word) => literalOf(word) ?? '');
  return inProject.has(`${program.replace(/^(?:\.\/)?bin\//u, '')} ${name}`);
}

/** Their second word decides what they do. */
const twofold: ReadonlySet<string> = new Set(['stash', 'reflog', 'lfs']);

/** Commands that add nothing to the index, a stash or a commit that is not already in the repository or kept. */
const idle: ReadonlySet<string> = new Set(['fetch', 'status', 'log', 'diff', 'show', 'rev-parse', 'remote']);

/** What to keep before a part that is one of these commands, for each directory in which it may start. */
export function gitLoss(part: Part): readonly KeepQuestion[] | undefined {
  const { startsIn = [], submodulesOf, subject } = part;
  const directories = submodulesOf?.in ?? startsIn;
  if (directories.length === 0) return undefined;
  const isOwn = subject.kind === 'command' && losesInProject(subject.words);
  const found: GitLoss | undefined = isOwn ? { loses: 'ignored', words: [] } : lossOf(gitWords(part) ?? []);
  if (found === undefined) return undefined;
  const nested = submodulesOf?.nested === true ? 'nested' : 'direct';
  const git: GitLoss = submodulesOf === undefined ? found : { ...found, submodules: nested };
  return directories.map((path) => ({ path, git }));
}

function lossOf([name = '', ...rest]: readonly string[]): GitLoss | undefined {
  const loses = losing.get(twofold.has(name) ? `${name} ${rest[0] ?? ''}` : name);
  if (loses === undefined) return undefined;
  const options = rest.filter((word) => word.startsWith('-'));
  const isKnown = options.every((word) => leavesOut.has(word.split('=', 1)[0] ?? ''));
  if (loses === 'history' && !isKnown) return undefined;
  // `clean -x`, in any spelling. A misread letter keeps too much, never too little.
  const takesIgnored = loses === 'untracked' && rest.some((word) => /^-[a-z]*x/iu.test(word));
  return { loses: takesIgnored ? 'ignored' : loses, words: rest };
}

/** Whether a part runs no git, or a git command that adds nothing. */
export function leavesGitAlone(part: Part): boolean {
  if (part.readOnly) return true;
  const { subject, runs = [] } = part;
  if (runs.length > 0) return false;
  if (subject.kind !== 'command') return true;
  const [first] = subject.words;
  const name = literalOf(first);
  if (name === undefined) return false;
  if (name.slice(name.lastIndexOf('/') + 1) !== 'git') return true;
  return isForeach(part) || idle.has(gitWords(part)?.[0] ?? '');
}

/** The command that it starts is a part of its own. */
export function isForeach(part: Part): boolean {
  const [command, next] = gitWords(part) ?? [];
  return command === 'submodule' && next === 'foreach';
}

/** The words behind `git` and `-C DIRECTORY`, if all of them are known and no other option changes the repository. */
function gitWords({ subject }: Part): readonly string[] | undefined {
  if (subject.kind !== 'command') return undefined;
  const texts = subject.words.map((word) => literalOf(word));
  if (texts[0] !== 'git' || !texts.every((text) => text !== undefined)) return undefined;
  const rest = texts[1] === '-C' ? texts.slice(3) : texts.slice(1);
  const isSteered =
    rest[0] === undefined ||
    rest[0].startsWith('-') ||
    rest.some((text) => steering.test(text) && !/^stash@\{\d+\}$/u.test(text));
  return isSteered ? undefined : rest;
}

/** Paths from a file, other work trees, submodules, the previous checkout: no word of the command shows what they name. */
const steering = /^--(?:pathspec|recurse-sub|git-dir|work-tree)|@\{|^-$/u;
