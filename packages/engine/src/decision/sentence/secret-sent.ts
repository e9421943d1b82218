import { covers } from '../../call/span.ts';
import type { Part } from '../../facts/part.ts';
import { effectsOf } from '../../facts/part-effects.ts';
import type { PathFact } from '../../facts/paths/path-fact.ts';
import { literalOf } from '../../facts/shell/read/words/word.ts';
import { isLoopback } from '../../facts/urls/loopback.ts';
import { fill } from '../../messages/fill.ts';
import { clauses } from '../../messages/sentences.ts';
import { isAway } from './place-of.ts';
import { hostsIn, pathsIn, type SentenceContext } from './effect-clause.ts';
import { partsInside, partsPipedInto } from './feeding-parts.ts';
import { listed, shownFile, spelledWords } from './shown-names.ts';

/**
 * Says that keys, tokens or passwords leave this machine: as a file, as output in a pipe, or as a substitution in a URL. No
 * answer can undo that, so it is told before everything else.
 */
export function secretSent(part: Part, about: SentenceContext): string | undefined {
  const hosts = hostsIn(part).filter((host) => !isLoopback(host));
  const isShared = effectsOf(part).some(({ effect }) => effect === 'publish');
  if (hosts.length === 0 && !isShared) return undefined;
  const isOut = filesIn(part).length > 0 && (isShared || sends(part));
  const own = !isOut ? [] : holdsSecret(part) ? [part] : copiedInto(part, about);
  const given = part.subject.kind === 'command' ? givenTo(part, about) : [];
  const from = new Set([...own, ...given.filter(holdsSecret)]);
  const what = listed([...from].map((each) => secretIn(each, about)));
  if (what === '') return undefined;
  return hosts.length === 0
    ? fill(clauses.shareSecret, { what })
    : fill(clauses.sendSecret, { what, host: listed(hosts) });
}

/** The substitutions in its words, and what it reads from a pipe. Commands that run elsewhere read the secrets of that machine. */
function givenTo(part: Part, about: SentenceContext): readonly Part[] {
  const inside = partsInside(part, about).filter((each) => !isAway(each));
  return [...inside, ...(readsPipe(part) ? partsPipedInto(part, about) : [])];
}

/** Earlier commands in the line that put a secret into a file which the part reads: `cp .env x && curl -T x ...`. */
function copiedInto(part: Part, about: SentenceContext, steps = 3): readonly Part[] {
  const { parts } = about.facts;
  const read = namesOf(filesIn(part));
  if (steps === 0 || read.length === 0) return [];
  return parts.slice(0, parts.indexOf(part)).flatMap((earlier) => {
    const written = namesOf(pathsIn(earlier, 'write'));
    if (!read.some((file) => written.some((name) => file === name || file.startsWith(`${name}/`)))) return [];
    // `cat .env > x`: the redirection is a part of its own within the command.
    const writers = parts.filter(({ span }) => covers(span, earlier.span));
    const filled = [...writers, ...writers.flatMap((each) => partsPipedInto(each, about))];
    return filled.flatMap((each) => (holdsSecret(each) ? [each] : copiedInto(each, about, steps - 1)));
  });
}

function namesOf(paths: readonly PathFact[]): readonly string[] {
  return paths.flatMap((path) => (path.known ? [path.written] : []));
}

const forwarders = /(?:^|\/)(?:nc|ncat|netcat|socat|ssh|telnet|mail|mailx|sendmail)$/u;

function readsPipe({ subject }: Part): boolean {
  const texts = subject.kind === 'command' ? subject.words.map((word) => literalOf(word) ?? '') : [];
  return isForwarder({ subject }) || texts.some((text) => /(?:^|[=@])-$/u.test(text));
}

function isForwarder({ subject }: Pick<Part, 'subject'>): boolean {
  return subject.kind === 'command' && forwarders.test(literalOf(subject.words[0]) ?? '');
}

function sends(part: Part): boolean {
  return (
    effectsOf(part).some(({ effect }) => effect === 'send') ||
    part.doubts.some((doubt) => /\bsends?\b/u.test(doubt)) ||
    isForwarder(part)
  );
}

function holdsSecret(part: Part): boolean {
  return effectsOf(part).some(({ effect, possible }) => effect === 'secret' && possible !== true);
}

/** Files that are only named count when there are no others. */
function filesIn(part: Part): readonly PathFact[] {
  const sure = pathsIn(part, 'read');
  return sure.length > 0 ? sure : part.accesses.flatMap((each) => (each.kind === 'read' ? [each.path] : []));
}

function secretIn(part: Part, { world }: SentenceContext): string {
  const files = filesIn(part).map((path) => shownFile(path, world));
  if (files.length > 0) return listed(files);
  const command = part.subject.kind === 'command' ? spelledWords(part.subject.words, world.home) : part.label;
  return fill(clauses.sendPrinted, { namer: command });
}
