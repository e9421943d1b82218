import { type Walk, walkOf } from '../../facts/paths/glob-walk.ts';
import { rawSegments } from '../../facts/paths/normalise.ts';
import { type SegmentGlob, anyDepth, hasLocaleClass, parseSegment } from '../../facts/paths/segment-glob.ts';
import { expandBraces } from './path-glob-braces.ts';

/** A parsed path pattern of a rule. */
export interface PathGlob {
  readonly text: string;
  readonly alternatives: readonly GlobAlternative[];
}

export interface GlobAlternative {
  /**
   * `bare` starts at the project for allow and anywhere for deny and ask; `project` is `./x` or `../x`; `rooted` is `/x`, from
   * the policy's root.
   */
  readonly base: 'bare' | 'project' | 'home' | 'absolute' | 'rooted';
  /** How many directories above its base the pattern starts: `../x`. */
  readonly up: number;
  readonly walk: Walk;
  /** The same walk starting anywhere, for suspicion about bare patterns. */
  readonly floating: Walk;
}

/** Where `/x` in a policy starts. */
export interface Anchor {
  readonly root: string;
}

const longestGlob = 4096;

/** Parses rule text into a pattern. The error says what is wrong, for the rule's author. */
export function parsePathGlob(text: string): PathGlob | { readonly error: string } {
  if (text === '') return { error: 'an empty path pattern' };
  if (text.length > longestGlob) return { error: `a path pattern of more than ${longestGlob} characters` };
  if (/[\p{Cc}\p{Cs}]/u.test(text)) return { error: 'a control character in the path pattern' };
  if (hasLocaleClass(text))
    return { error: '`[[:name:]]` in a path pattern: write the letters, as in `[a-z]`' };
  const expanded = expandBraces(text);
  if ('error' in expanded) return expanded;
  const alternatives: GlobAlternative[] = [];
  for (const each of expanded) {
    const parsed = parseAlternative(each);
    if ('error' in parsed) return parsed;
    alternatives.push(parsed);
  }
  return { text, alternatives };
}

function parseAlternative(text: string): GlobAlternative | { readonly error: string } {
  const { base, rest } = splitBase(text);
  const parts = rawSegments(rest);
  const endsInSlash = rest !== '' && parts.at(-1) === '';
  const names = normalise(parts);
  if ('error' in names) return names;
  const { up, segments } = names;
  const last = segments.at(-1);
  const isBelow = last?.is === 'any-depth';
  const ends = isBelow ? 'below' : endsInSlash || segments.length === 0 ? 'self-and-below' : 'exact';
  const body = isBelow ? segments.slice(0, -1) : segments;
  return {
    base: base === 'bare' && up > 0 ? 'project' : base,
    up,
    walk: walkOf(body, ends),
    floating: walkOf([anyDepth, ...body], ends),
  };
}

function splitBase(text: string): { base: GlobAlternative['base']; rest: string } {
  if (text.startsWith('//')) return { base: 'absolute', rest: text.slice(2) };
  const [, drive, below] = /^([a-z]):[\\/](.*)$/isu.exec(text) ?? [];
  if (drive !== undefined)
    return { base: 'absolute', rest: `${drive.toLowerCase()}/${(below ?? '').replaceAll('\\', '/')}` };
  if (text.startsWith('/')) return { base: 'rooted', rest: text.slice(1) };
  if (text === '~' || text.startsWith('~/')) return { base: 'home', rest: text.slice(2) };
  if (text === '.' || text.startsWith('./')) return { base: 'project', rest: text.slice(2) };
  return { base: 'bare', rest: text };
}

/** Removes `.`, `..` and doubled slashes from a pattern; `..` cannot undo a wildcard of unknown depth. */
function normalise(
  parts: readonly string[],
): { readonly up: number; readonly segments: readonly SegmentGlob[] } | { readonly error: string } {
  const segments: SegmentGlob[] = [];
  let up = 0;
  for (const part of parts) {
    if (part === '' || part === '.') continue;
    if (part !== '..') {
      const segment = parseSegment(part);
      if (segment.is !== 'any-depth' || segments.at(-1)?.is !== 'any-depth') segments.push(segment);
    } else if (segments.length === 0) up += 1;
    else if (segments.at(-1)?.is === 'literal') segments.pop();
    else return { error: '`..` after a wildcard in a path pattern' };
  }
  return { up, segments };
}
