import { longestPath } from '../paths/normalise.ts';
import type { ArgumentRole } from './argument-names.ts';

/** A file or a host that the value of an argument names. */
export interface NamedInValue {
  readonly is: 'path' | 'url';
  readonly text: string;
  /** It may well be something else: a name that looks like a file, or a path that is the whole of a message. */
  readonly perhaps: boolean;
}

const longestUrl = 65_536;

/** `file:///x`, and spellings that lead to one: `view-source:file:///x`, `git+file:///x`. */
const fileUri = /^(?:[a-z][a-z\d.-]{0,30}[:+])?(?=file:)/iu;
const webUrl = /^(?:https?|wss?|s?ftp|ssh|git|git\+[a-z]+):\/*[^\s/]/iu;
const anyUrl = /^[a-z][a-z\d+.-]{1,30}:\/\//iu;
/** Absolute, below home, or explicitly relative. */
const pathForm = /^(?:\/|~(?:\/|$)|\.{1,2}(?:\/|$)|\$(?:HOME|\{HOME\})(?:\/|$))/u;

/**
 * What a text names, going by the role and form of its argument. Only a text that is a path or URL as a whole counts, not one
 * that merely mentions it.
 */
export function namedIn(value: string, role: ArgumentRole): readonly NamedInValue[] {
  const text = value.trim();
  if (text === '' || text.length > longestUrl) return [];
  if (role === 'text')
    return /\s/u.test(text) ? [] : byForm(text, role).map((one) => ({ ...one, perhaps: true }));
  const found = byForm(text, role);
  return found.length > 0 ? found : byRole(text, role);
}

function byForm(text: string, role: ArgumentRole): readonly NamedInValue[] {
  if (fileUri.test(text)) return fileTexts(text).map(path);
  const isAddress = role === 'url' || role === 'place';
  if (webUrl.test(text) || (isAddress && anyUrl.test(text))) return [{ is: 'url', text, perhaps: false }];
  const isOne = text.length <= longestPath && !/[\n\r]/u.test(text);
  return isOne && role !== 'path' && pathForm.test(text) ? [path(text)] : [];
}

function byRole(text: string, role: ArgumentRole): readonly NamedInValue[] {
  if (role === 'path') return listed(text).map(path);
  if (/\s/u.test(text)) return [];
  if (role === 'url') return [{ is: 'url', text: hostText(text), perhaps: false }];
  if ((role !== 'place' && role !== 'loose') || !isFileLike(text)) return [];
  return [{ is: 'path', text, perhaps: role === 'loose' }];
}

function path(text: string): NamedInValue {
  return { is: 'path', text, perhaps: false };
}

/** Read as a URL, and with the scheme cut off, as a careless server would. */
function fileTexts(text: string): readonly string[] {
  const uri = text.replace(fileUri, '');
  const rest = uri.slice('file:'.length);
  const bare = rest.startsWith('//') ? rest.slice(2) : rest;
  return bare.length > longestPath ? [uri] : [...new Set([uri, bare])].filter((one) => one !== '');
}

/** The text as one path, and as a list of paths. No intended file has a line break in its name. */
function listed(text: string): readonly string[] {
  const lines = text.split(/[\n\r]+/u);
  const pieces = lines.flatMap((line) => (/[,;]/u.test(line) ? [line, ...line.split(/[,;]/u)] : [line]));
  return [...new Set(pieces.map((piece) => piece.trim()))].filter(
    (piece) => piece !== '' && piece.length <= longestPath,
  );
}

/** `evil.example/x` and `git@host:path` in an argument that is a URL by its name. */
function hostText(text: string): string {
  const [, host] = /^[\w.-]+@([\w.-]+):/u.exec(text) ?? [];
  return `https://${host ?? text}`;
}

/** One or several file names, not prose: `.env`, `config/app.json`. An email address does not count. */
function isFileLike(text: string): boolean {
  const isNumber = /^\d+(?:\.\d+)*$/u.test(text);
  return text.length <= longestPath && /[./]/u.test(text) && !/[\s@|*?<>]/u.test(text) && !isNumber;
}
