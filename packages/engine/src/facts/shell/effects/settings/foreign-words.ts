import type { World } from '../../../../world/world.ts';
import type { Access } from '../../../access.ts';
import { provenUnder, withRealNames } from '../../../paths/contains.ts';
import { isScratch } from '../../../paths/scratch.ts';
import { literalOf } from '../../read/words/word.ts';
import type { Expanded } from '../carriers.ts';

/**
 * Whether code of the project may be code of another place, by a word of the call: `pytest /tmp/x`, `ninja -C /tmp/x`, `bundle
 * list --gemfile ~/x`. In a scratch directory, data and what an option names as a result are no code.
 */
export function namesOtherPlace({ words }: Expanded, accesses: readonly Access[], world: World): boolean {
  const directories = withRealNames(world.workingDirectories, world);
  // `//app:test` is a target of the workspace to these, and a path to all others.
  const hasLabels = /^(?:bazel|bazelisk|ibazel|buck|buck2|pants|plz|gn)$/u.test(literalOf(words[0]) ?? '');
  return accesses.some((access) => {
    if (access.kind !== 'read' || !access.path.known) return false;
    const { path, span } = access;
    if (provenUnder(path, directories) || directories.includes(path.written)) return false;
    // `-dPDFSETTINGS=/ebook`: nothing is there, and only root could put it there.
    if (/^\/(?!tmp$)[\w-]+$/u.test(path.written) && world.entry(path.written).is === 'missing') return false;
    const at = words.findIndex((word) => word.span.start === span?.start);
    if (hasLabels && literalOf(words[at])?.startsWith('//') === true) return false;
    if (!isScratch(path, world) && path.written !== '/tmp') return true;
    const option = [words[at], words[at - 1]]
      .map((word) => literalOf(word) ?? '')
      .find((text) => text.startsWith('-'));
    return !dataFile.test(path.written) && !resultOption.test(option ?? '');
  });
}

/** `sips a.png --out ~/x.png`: a program whose words are not modelled, and that edits, is given a file of another place. */
export function namesOutside(accesses: readonly Access[], world: World): boolean {
  const directories = withRealNames(world.workingDirectories, world);
  return accesses.some(
    (access) =>
      access.kind === 'read' &&
      access.path.known &&
      !provenUnder(access.path, directories) &&
      !directories.includes(access.path.written) &&
      !isScratch(access.path, world),
  );
}

const dataFile =
  /\.(?:jsonl?|ya?ml|xml|html?|csv|tsv|txt|md|out|log|pid|lock|png|jpe?g|gif|svg|webp|pdf|prof|cov|info|lcov|db|sqlite|xcresult|dot|diff|patch|parquet|feather|arrow|avro|h5|hdf5|npy|bam|sam|vcf|fa|fasta|fastq|gz|zip|tgz|tar|zst|wav|ogg|flac|mp3|mp4|mkv|mov|webm|avif|bmp|tiff?|ico|icns|heic|ttf|otf|woff2?|dat|bin|spv|trace|folded|speedscope|nettrace|vcd|srt|vtt|bib|nupkg|whl)$/iu;

/** `--outputFile=`, `-coverprofile=`, `--pack-destination`, `-sOutputFile=`. */
const resultOption =
  /^-o$|^-+[\w.-]*(?:out(?:put|file|dir)?|dest(?:ination)?|report|result|log|cache|pid|profile|cov|dump|trace|bundlepath|target-?dir|export)/iu;

/**
 * Options by which a program that only looks is given other settings, another server, or a program to start: `apt list -o
 * Dir::Bin::dpkg=./x`, `svn log --config-option config:tunnels:ssh=./x`, `vault status -address=http://h`.
 */
export function steersProgram({ words }: Expanded, spelled: ReadonlySet<string>): boolean {
  const texts = words.map((word) => literalOf(word) ?? '');
  return texts.some((text, at) => {
    const [, name = '', joined] = /^(--?[A-Za-z][\w.-]*)(?:=(.*))?$/su.exec(text) ?? [];
    if (at === 0 || name === '' || spelled.has(name)) return false;
    const next = texts[at + 1] ?? '';
    const value = joined ?? (next.startsWith('-') ? '' : next);
    return (
      value !== '' &&
      (steering.test(name) || /=\.{0,2}\/|^@/u.test(value) || (name.length === 2 && value.includes('://')))
    );
  });
}

/** Names of such options, in every program. */
const steering =
  /^--?(?:[\w-]+-)?(?:config|conf|cfg|config-(?:file|dir|option)|rcfile|option|plugins?|plugin-dir|exec|command|cmd|program|wrapper|editor|pager|hook|load|require|module|extension|kubeconfig|endpoint(?:-url)?|address|addr|server|host|hostname|proxy|registry|credentials?)$/iu;

/** `latexmk -pdflatex='sh -c x'`, `perltex --latex "bash x"`: a line for a shell behind an option of a program that runs code. */
export function startsShell({ words }: Expanded): boolean {
  return words.some((word) =>
    /^(?:-[^\s=]*=)?\s*(?:\/\S*\/)?(?:sh|bash|zsh|dash|ksh|env|sudo|eval|exec|python[\d.]*|perl|ruby|node|curl|wget|nc)\s/u.test(
      literalOf(word) ?? '',
    ),
  );
}
