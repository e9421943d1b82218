import { checkReasons } from '../../../messages/tool-checks.ts';
import { literalOf } from '../read/words/word.ts';
import type { Part } from '../../part.ts';
import { readUrl } from '../../urls/read-url.ts';
import type { PlacedRedirection } from './carriers.ts';
import type { CommandSurroundings } from './command-surroundings.ts';
import { wordLabel } from './part-label.ts';
import { isInside, isProcessFile, isSink, isSocket, pathsOf } from './command-paths.ts';

const writing: ReadonlySet<string> = new Set(['>', '>>', '>|', '<>', '&>', '&>>', '>&']);

const none: readonly Part[] = [];

/** `2>&1`, `>&-`, `<&3`: from one descriptor to another. */
function isDescriptor(redirection: PlacedRedirection): boolean {
  const { operator, target } = redirection;
  return (operator === '>&' || operator === '<&') && /^(?:\d+-?|-)$/u.test(literalOf(target) ?? '');
}

export function reads(redirection: PlacedRedirection): boolean {
  return (
    ['<', '<>'].includes(redirection.operator) ||
    (redirection.operator === '<&' && !isDescriptor(redirection))
  );
}

/** The redirections that are decided separately: files written, connections opened. */
export function redirectionParts(
  redirections: readonly PlacedRedirection[],
  around: CommandSurroundings,
): readonly Part[] {
  if (redirections.length === 0) return none;
  return redirections.flatMap((redirection) => {
    if (isDescriptor(redirection)) return [];
    if (isSocket(redirection.target)) return [socket(redirection)];
    if (!writing.has(redirection.operator) || isSink(redirection.target)) return [];
    return written(redirection, around);
  });
}

/** `done < file`: not read by a single command. Reading is always allowed, but a deny about the file still applies. */
export function looseReads(
  redirections: readonly PlacedRedirection[],
  { world }: CommandSurroundings,
): readonly Part[] {
  if (redirections.length === 0) return none;
  return redirections.flatMap((redirection) => {
    const { target, place, span, operator } = redirection;
    if (!reads(redirection) || isSocket(target) || isSink(target) || isProcessFile(target)) return [];
    return pathsOf(target, place, world).map((path): Part => ({
      kind: 'read',
      label: `${operator} ${wordLabel(target)}`,
      span,
      subject: { kind: 'path', access: 'read', path },
      accesses: [{ kind: 'read', path, span }],
      readOnly: true,
      insideEdit: false,
      check: { outcome: 'allow', reason: checkReasons.readOnly },
      doubts: [],
    }));
  });
}

function written(redirection: PlacedRedirection, { world, made }: CommandSurroundings): readonly Part[] {
  const { target, place, span, operator } = redirection;
  const targets = pathsOf(target, place, world);
  const links = [...made.values()].flat();
  return targets.map((path): Part => {
    const linked =
      path.known && links.some((link) => path.written === link || path.written.startsWith(`${link}/`));
    return {
      kind: 'write',
      label: `${operator} ${wordLabel(target)}`,
      span,
      subject: { kind: 'path', access: 'write', path },
      accesses: [{ kind: 'write', path, span }],
      readOnly: false,
      // A pattern may match a link that leads out: `echo > *.txt`.
      insideEdit: path.known && isInside(path, 'delete', world) && !linked,
      check: { outcome: 'pass' },
      doubts: path.known ? [] : [`the file is not known: ${path.reason}`],
    };
  });
}

function socket(redirection: PlacedRedirection): Part {
  const { target, span, operator } = redirection;
  const [, , protocol = 'tcp', host = '', port = ''] = (literalOf(target) ?? '')
    .split('/')
    .filter((part, index) => index === 0 || part !== '');
  const url = readUrl(`${protocol}://${host}:${port}/`);
  return {
    kind: 'url',
    label: `${operator} ${wordLabel(target)}`,
    span,
    subject: { kind: 'url', url },
    accesses: [{ kind: 'network', url, span }],
    readOnly: false,
    insideEdit: false,
    check: { outcome: 'pass' },
    doubts: [],
  };
}
