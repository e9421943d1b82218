import { nameWords } from '../../../name-words.ts';
import { wordSet } from '../../../word-set.ts';
import { riskInName, riskInOption, riskInProgramName } from '../../risks/risk-words.ts';
import { carriesMore, isOtherVerb, tellsSecret } from '../../model/plain-verb.ts';
import type { RowWord } from '../../model/row-fit.ts';

/**
 * `gltfpack -i heron.glb -o heron.packed.glb`, `msdf-atlas-gen -font a.ttf -json a.json`: an unlisted program installed on this
 * machine that is given only files and options. If code of the project is trusted, it may do as much as that code; the places
 * of its files are checked separately. A program that passes files on reveals that by its name, its options or its first word,
 * or has a row.
 */
export function worksOnFiles(
  name: string,
  words: readonly RowWord[],
  isThere: (text: string) => boolean,
): boolean {
  if (!/^[\w.+-]{2,}$/u.test(name) || /^\d/u.test(name) || handsOn(name)) return false;
  const said = words.map((word, at) =>
    meaningOf(word, { before: words[at - 1], next: words[at + 1], isThere }),
  );
  return said.includes('file') && !said.includes('unfit');
}

interface Beside {
  readonly before: RowWord | undefined;
  readonly next: RowWord | undefined;
  readonly isThere: (text: string) => boolean;
}

type Meaning = 'file' | 'plain' | 'unfit';

function meaningOf({ text, starts, mayBeOption }: RowWord, beside: Beside): Meaning {
  if (mayBeOption) return 'unfit';
  if (text === undefined) return isBelow(starts) ? 'file' : 'unfit';
  if (/^--?[A-Za-z]/u.test(text))
    return isPlainOption(text) || namesSettings(text, beside) ? 'plain' : 'unfit';
  // Words after `--` must meet the same conditions.
  return text === '--' || /^-?\d[\d.,:x%+]*$/u.test(text) ? 'plain' : operandMeaning(text, beside);
}

function operandMeaning(text: string, { before, isThere }: Beside): Meaning {
  const isBehind = isValue(text) && takesValue(before?.text ?? '');
  if (!isBehind && isUnfit(text)) return 'unfit';
  if (isFile(text, isThere)) return 'file';
  return isBehind ? 'plain' : 'unfit';
}

/** `Art/*.png`: below a named directory. */
function isBelow(starts: string): boolean {
  return /^(?!.*\.\.)[\w-][\w./-]*\//u.test(starts) && !isUnfit(starts);
}

/** `-c a.yaml`, `-c -o b`: instead of code there is a file, or nothing. */
function namesSettings(text: string, { next, isThere }: Beside): boolean {
  const value = next?.text ?? '-';
  return /^-[cx]$/u.test(text) && (value.startsWith('-') || isFile(value, isThere));
}

export function handsOn(name: string): boolean {
  if (riskInProgramName(name) !== undefined || sending.test(name) || tellsSecret.test(name)) return true;
  return [name, ...nameWords(name)].some((word) => isOtherVerb(word) || handing.has(word));
}

/** Within any compound of a program's name: parts that suggest contact with others, devices or accounts. */
const sending =
  /send|share|paste|upload|post(?!script|cs)|mail|slack|discord|telegr|tweet|toot|gist|transfer|beam|cast|torrent|ipfs|flash|prog|load|burn|dfu|isp|etch|avrdude|ssh|ftp|http|curl|wget|sync|copy|cloud|remote|proxy|tunnel|serve|daemon|crypt|sign|notar|wipe|shred|trash|remov|delet|mkfs|mount|part(?:ed|ition)|ctl$|backup|snapshot|hook|exec|shell|cmd|sudo|root|admin|repl|eval|deploy|publish|pay|bank|trade|order/iu;

/** The same as separate words. */
const handing = wordSet(
  'lp lpr lpstat rm mv cp dd ln sh nc ip vm db sql net web api chat bot app run rpc s3 ci cd go now up at',
);

function isPlainOption(text: string): boolean {
  const [name = '', value = ''] = text.split(/=(.*)/su);
  // `-cc`, `-encode`, `-compress`: one long name, which is judged as if it had two dashes.
  const said = /^-[cex][a-z]/iu.test(text) ? `-${text}` : text;
  if (!/^--?[A-Za-z][\w.+-]*$/u.test(name) || carriesMore.test(said) || riskInOption(text) !== undefined)
    return false;
  const verb = name.replace(/^-+/u, '').toLowerCase();
  return (verb.length === 1 || !isOtherVerb(verb)) && !isUnfit(value) && !tellsSecret.test(text);
}

function takesValue(before: string): boolean {
  return /^--?[A-Za-z][\w.+-]*$/u.test(before) && before !== '--';
}

/** `-type msdf`, `-d LEI16@44100`: a name, a number, a kind. */
function isValue(text: string): boolean {
  return /^[\w+%][\w.,+%-]*(?:@\d+)?$/u.test(text) && riskInName(text) === undefined && !isOtherVerb(text);
}

/** Another machine, a hidden name, or several things in one word. */
function isUnfit(text: string): boolean {
  return /[\s;|&<>$`~\\@:]|(?:^|\/)\.(?!\.?(?:\/|$))/u.test(text) || tellsSecret.test(text);
}

/** By its ending, or because a file with that name exists. `evil.example/x` may be a host. */
function isFile(text: string, isThere: (text: string) => boolean): boolean {
  if (/^(?:\.{1,2}|\/[\w.,+=%/-]+)$/u.test(text)) return true;
  const [first = '', ...more] = text.replace(/^(?:\.{1,2}\/)+/u, './').split('/');
  if (!/^[\w.,+=%-]+$/u.test(first) || text.startsWith('-')) return false;
  if (more.length > 0 && (first === '.' || /^[\w-]+$/u.test(first))) return true;
  return isThere(text) || (more.length === 0 && /\.\w{1,12}$/u.test(text) && !domain.test(text));
}

/** Endings that are also top-level domains, and rare for files. */
const domain =
  /\.(?:com|net|org|io|dev|app|ai|co|uk|de|fr|nl|eu|us|cn|jp|ru|br|ch|info|biz|cloud|xyz|site|online|tech|me|tv|gg|test|example|internal|local|localhost|lan|corp|onion)$/iu;
