import { nameWords } from '../../name-words.ts';
import { wordSet } from '../../word-set.ts';
import { riskInName, riskInOption, riskInProgramName } from '../risks/risk-words.ts';
import { carriesMore, isOtherVerb, tellsSecret } from './plain-verb.ts';
import type { RowWord } from './row-fit.ts';

/**
 * `gltfpack -i heron.glb -o heron.packed.glb`, `msdf-atlas-gen -font a.ttf -json a.json`: a program that nobody listed, installed on
 * this machine, which is given files and options and told nothing else. With code of the project that is trusted it may do as
 * much as that code; which places the files are in is asked elsewhere. A program that hands files to others says so in its name,
 * its options or its first word, or has a row.
 */
export function worksOnFiles(
  name: string,
  words: readonly RowWord[],
  isThere: (text: string) => boolean,
): boolean {
  if (!/^[\w.+-]{2,}$/u.test(name) || /^\d/u.test(name) || handsOn(name)) return false;
  let files = 0;
  for (const [at, { text, starts, mayBeOption }] of words.entries()) {
    const before = words[at - 1]?.text ?? '';
    if (mayBeOption) return false;
    if (text === undefined) {
      // `Art/*.png`: below a directory that is named.
      if (!/^(?!.*\.\.)[\w-][\w./-]*\//u.test(starts) || isUnfit(starts)) return false;
      files += 1;
    } else if (/^--?[A-Za-z]/u.test(text)) {
      // `-c a.yaml`, `-c -o b`: what would be code is a file, or nothing.
      const next = words[at + 1]?.text ?? '-';
      const isSettings = /^-[cx]$/u.test(text) && (next.startsWith('-') || isFile(next, isThere));
      if (!isSettings && !isPlainOption(text)) return false;
    } else if (text === '--') {
      // What stands behind it is held to the same.
    } else if (isValue(text) && takesValue(before)) files += isFile(text, isThere) ? 1 : 0;
    else if (isUnfit(text)) return false;
    else if (isFile(text, isThere)) files += 1;
    else if (!/^-?[\d.,:x%+]+$/u.test(text)) return false;
  }
  return files > 0;
}

function handsOn(name: string): boolean {
  if (riskInProgramName(name) !== undefined || sending.test(name) || tellsSecret.test(name)) return true;
  return [name, ...nameWords(name)].some((word) => isOtherVerb(word) || handing.has(word));
}

/** In any compound of a program's name: what reaches others, devices or accounts. */
const sending =
  /send|share|paste|upload|post(?!script|cs)|mail|slack|discord|telegr|tweet|toot|gist|transfer|beam|cast|torrent|ipfs|flash|prog|load|burn|dfu|isp|etch|avrdude|ssh|ftp|http|curl|wget|sync|copy|cloud|remote|proxy|tunnel|serve|daemon|crypt|sign|notar|wipe|shred|trash|remov|delet|mkfs|mount|part(?:ed|ition)|ctl$|backup|snapshot|hook|exec|shell|cmd|sudo|root|admin|repl|eval|deploy|publish|pay|bank|trade|order/iu;

/** As a word of its own. */
const handing = wordSet(
  'lp lpr lpstat rm mv cp dd ln sh nc ip vm db sql net web api chat bot app run rpc s3 ci cd go now up at',
);

function isPlainOption(text: string): boolean {
  const [name = '', value = ''] = text.split(/=(.*)/su);
  // `-cc`, `-encode`, `-compress`: one long name. What it would say with two dashes, it says with one.
  const said = /^-[cex][a-z]/iu.test(text) ? `-${text}` : text;
  if (!/^--?[A-Za-z][\w.+-]*$/u.test(name) || carriesMore.test(said) || riskInOption(text) !== undefined)
    return false;
  return !isOtherVerb(name.replace(/^-+/u, '').toLowerCase()) && !isUnfit(value) && !tellsSecret.test(text);
}

function takesValue(before: string): boolean {
  return /^--?[A-Za-z][\w.+-]*$/u.test(before) && before !== '--';
}

/** `-type msdf`, `-d LEI16@44100`: a name, a number, a kind. */
function isValue(text: string): boolean {
  return /^[\w+%][\w.,+%-]*(?:@\d+)?$/u.test(text) && riskInName(text) === undefined && !isOtherVerb(text);
}

/** Another machine, a hidden name, or more than one thing in a word. */
function isUnfit(text: string): boolean {
  return /[\s;|&<>$`~\\@:]|(?:^|\/)\.(?!\.?(?:\/|$))/u.test(text) || tellsSecret.test(text);
}

/** By its ending, or because something of that name is there. `evil.example/x` may be a host. */
function isFile(text: string, isThere: (text: string) => boolean): boolean {
  if (/^(?:\.{1,2}|\/[\w.,+=%/-]+)$/u.test(text)) return true;
  const [first = '', ...more] = text.replace(/^(?:\.{1,2}\/)+/u, './').split('/');
  if (!/^[\w.,+=%-]+$/u.test(first) || text.startsWith('-')) return false;
  if (more.length > 0 && (first === '.' || /^[\w-]+$/u.test(first))) return true;
  return isThere(text) || (more.length === 0 && /\.\w{1,12}$/u.test(text) && !domain.test(text));
}

/** Endings that are domains of their own, and few files have. */
const domain =
  /\.(?:com|net|org|io|dev|app|ai|co|uk|de|fr|nl|eu|us|cn|jp|ru|br|ch|info|biz|cloud|xyz|site|online|tech|me|tv|gg|test|example|internal|local|localhost|lan|corp|onion)$/iu;
