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
 * That keys, tokens or passwords leave this machine: the file itself, what a command prints into a pipe, or what stands for its
 * output in an address. No answer takes that back, so it is told before everything else.
 */
export function secretSent(part: Part, about: SentenceContext): string | undefined {
  const hosts = hostsIn(part).filter((host) => !isLoopback(host));
  const isShared = effectsOf(part).some(({ effect }) => effect === 'publish');
  if (hosts.length === 0 && !isShared) return undefined;
  const own = holdsSecret(part) && filesIn(part).length > 0 && (isShared || sends(part)) ? [part] : [];
  const given = part.subject.kind === 'command' ? givenTo(part, about).filter(holdsSecret) : [];
  const what = listed([...own, ...given].map((from) => secretIn(from, about)));
  if (what === '') return undefined;
  return hosts.length === 0
    ? fill(clauses.shareSecret, { what })
    : fill(clauses.sendSecret, { what, host: listed(hosts) });
}

/** What stands in its words, and what it reads from a pipe. What runs elsewhere reads the secrets of that machine. */
function givenTo(part: Part, about: SentenceContext): readonly Part[] {
  const inside = partsInside(part, about).filter((each) => !isAway(each));
  return [...inside, ...(readsPipe(part) ? partsPipedInto(part, about) : [])];
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

/** What is only named counts too, where nothing else is. */
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
