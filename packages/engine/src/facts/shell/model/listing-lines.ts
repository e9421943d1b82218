import { literalOf } from '../read/words/word.ts';
import type { Arguments } from './model.ts';
import { optionNames } from './option-spec.ts';
import { onlyPrints } from './proof.ts';

/**
 * Programs that otherwise act, with complete lines (the words after the name) that only list something, according to the
 * manuals. None of them runs anything from a directory. `hg status` and `uv pip list` do, through hooks and an interpreter of
 * the project.
 */
const listings: ReadonlyMap<string, RegExp> = new Map([
  ['svn', /^(?:status|st|stat|info)(?: -[qvN]+| --quiet| --verbose)*$/u],
  ['snap', /^(?:list|version|services|connections)$/u],
  ['flatpak', /^(?:list|remotes)$/u],
  ['brew', /^(?:list|ls|outdated|config)(?: --versions| --cask| --formula)*$/u],
  ['tmux', /^(?:ls|list-sessions|lsw|list-windows|lsp|list-panes)(?: -a)?$/u],
  ['screen', /^-(?:ls|list)$/u],
  ['atq', /^$/u],
  ['lpstat', /^(?:-[aprt])?$/u],
  ['pg_isready', /^(?:-q|-p \d+|-h (?:localhost|127\.0\.0\.1|\/[\w/.-]+)|-t \d+|-U \w+| )*$/u],
  ['redis-cli', /^(?:-p \d+ )?(?:ping|PING)$/u],
  ['conda', /^(?:list|env list|info)(?: -n [\w-]+| --json)*$/u],
  ['mamba', /^(?:list|env list|info)(?: -n [\w-]+| --json)*$/u],
  ['gpg', /^(?:--list-keys|-k|--list-public-keys|--list-secret-keys|-K|--fingerprint)(?: [\w.@+-]+)?$/u],
  ['ssh-add', /^-[lL]$/u],
  ['buildah', /^(?:images|containers|ps|info|version)(?: -a| --all)?$/u],
  ['crictl', /^(?:ps|images|pods|stats|info|version)(?: -a| --all)?$/u],
  ['loginctl', /^(?:list-sessions|list-users|list-seats)?$/u],
]);

export function isListing({ path, words }: Arguments): boolean {
  const lines = listings.get(path[0] ?? '');
  if (lines === undefined) return false;
  const rest = words.slice(1).map((word) => literalOf(word) ?? '\n');
  return !rest.some((text) => /\s/u.test(text)) && lines.test(rest.join(' '));
}

/** `node --version`, `git stash --help`: only the name, sub-commands and one word that only prints. */
export function printsOnly(args: Arguments): boolean {
  const last = literalOf(args.words.at(-1));
  if (last === undefined || args.words.length !== args.path.length + 1 || args.words.length < 2) return false;
  return (
    optionNames(args.command.prints ?? '--version --help').has(last) && onlyPrints(args.path[0] ?? '', last)
  );
}
