import type { Part } from '../facts/part.ts';
import { isUnder } from '../facts/paths/contains.ts';
import { realPath } from '../facts/paths/real-path.ts';
import { literalOf } from '../facts/shell/read/words/word.ts';
import type { World } from '../world/world.ts';
import { needOf } from './find-need.ts';
import { nameOf } from './part-fit.ts';

/**
 * Whether an allowed part may run outside the sandbox: proven to run no code from a directory that sandboxed calls write.
 * Everything else runs inside, whichever rule allows it: a script that ran inside may have changed `package.json` or
 * `conftest.py` or planted a repository, and would escape with the next `npm test`.
 */
export function staysBare(part: Part, world: World): boolean {
  const { subject } = part;
  if (part.kind !== 'shell' || subject.kind !== 'command') return true;
  if (mayLoadWritable(part, world)) return false;
  // `GIT_CONFIG_VALUE_0=./x git status`: an assignment before the command may load code of the project.
  if (subject.escalations.some(({ at }) => at === -1)) return false;
  if (nameOf(part) === 'git') return isPlainGit(part, world);
  if (nameOf(part) === 'jj') return isPlainJj(part, world);
  // A command that runs elsewhere is run by its carrier, which is its own part.
  if (isStill(part)) return true;
  // `tmux new 'make'`, `ssh -o ProxyCommand=./x`: words that make it do more may name code of the project.
  const isPlain = subject.escalations.length === 0 && !(nameOf(part) ?? '/').includes('/');
  return isPlain && (needOf(subject)?.runsNoCode === true || statesNoCode(part) || onlyAsks(part));
}

/** Proven to read, edit or fetch and nothing else: `curl -s -o /tmp/page localhost:3000` writes the file that it states. */
function isStill(part: Part): boolean {
  const { readOnly, insideEdit, edits, complete, check } = part;
  const isProven = readOnly || insideEdit || edits === true || complete === true || check.outcome === 'allow';
  return isProven || (nameOf(part) === 'curl' && statesNoCode(part));
}

/**
 * Its rows say that it only queries a service by its address, or edits files that it names. A command that only reads, here or
 * elsewhere, may load a `Gemfile` or a file beside `wrangler.toml`, and a service of the project runs the project's code.
 */
function statesNoCode({ effects = [] }: Part): boolean {
  return (
    effects.length > 0 &&
    effects.every(
      ({ effect, possible, access }) =>
        possible !== true && access !== undefined && (effect === 'serve' || effect === 'edit'),
    )
  );
}

/**
 * Clients of remote systems and devices that keep their settings with the user and load nothing from the start directory. Where
 * an option gives them other settings, unknown code is possible: `kubectl --kubeconfig ./x get pods`.
 */
const clients =
  /^(?:kubectl|oc|aws|gcloud|az|doctl|hcloud|promtool|amtool|logcli|mimirtool|stern|dig|drill|nslookup|host|getent|whois|ping6?|fping|mtr|traceroute|tracepath|adb|probe-rs|st-info|helm|firebase|security)$/u;

function onlyAsks(part: Part): boolean {
  const { effects = [] } = part;
  const asks = effects.some(({ effect }) => effect === 'read' || effect === 'remote-read');
  return (
    asks &&
    clients.test(nameOf(part) ?? '') &&
    effects.every(({ effect, possible }) => possible !== true && /^(?:read|remote-read)$/u.test(effect))
  );
}

/**
 * A program that is looked up where sandboxed calls write may be theirs. Builtins are not distinguished. A program that is not
 * proven to print before it loads anything may load what they wrote: `prisma --version`.
 */
function mayLoadWritable(part: Part, world: World): boolean {
  if (part.byManual === true) return true;
  const name = nameOf(part);
  if (name === undefined || name.startsWith('/')) return false;
  const writable = namesOf(world.workingDirectories, world);
  return (world.sandbox?.path ?? []).some(
    (directory) => !directory.startsWith('/') || writable.some((each) => isUnder(directory, each)),
  );
}

/** As written, and as resolved. */
function namesOf(directories: readonly string[], world: World): readonly string[] {
  return directories.flatMap((directory) => {
    const real = realPath(directory, world);
    return typeof real === 'string' && real !== directory ? [directory, real] : [directory];
  });
}

/** Its rows say that it runs nothing, and the settings of the repository start nothing. It looks for no hooks. */
function isPlainJj({ subject, startsIn = [], effects = [] }: Part, world: World): boolean {
  const isKnown = effects.length > 0 && effects.every(({ effect }) => jjEffects.has(effect));
  if (subject.kind !== 'command' || !isKnown || subject.escalations.length > 0) return false;
  const elsewhere = subject.words.some((word) => jjElsewhere.test(literalOf(word) ?? '-R'));
  return (
    !elsewhere &&
    startsIn.length > 0 &&
    startsIn.every((directory) => {
      const found = world.repository?.(directory);
      return found?.programs.length === 0 && found.jj?.length === 0;
    })
  );
}

const jjEffects: ReadonlySet<string> = new Set(['read', 'commit', 'remote-read', 'edit']);

/** Another repository, other settings or another tool than the user's. Short options may be joined. */
const jjElsewhere = /^(?:-[A-Za-z]*R|--repository|--config|--tool(?!=:builtin$))/u;

/** `git --version` only prints; everything else reads a repository, which a sandboxed call may have planted. */
function isPlainGit(part: Part, world: World): boolean {
  const { subject, startsIn, readOnly } = part;
  if (subject.kind !== 'command') return false;
  const words = subject.words.map((word) => literalOf(word) ?? '');
  if (readOnly && words.length === 2 && /^--(?:version|help)$/u.test(words[1] ?? '')) return true;
  // Options before the subcommand choose the repository and its settings.
  if (
    words
      .slice(1)
      .find((word) => word !== '--no-pager')
      ?.startsWith('-') === true
  )
    return false;
  if (startsIn === undefined || startsIn.length === 0) return false;
  return startsIn.every((directory) => {
    const found = world.repository?.(directory);
    return found !== undefined && found.programs.length === 0 && (readOnly || found.hooks.length === 0);
  });
}
