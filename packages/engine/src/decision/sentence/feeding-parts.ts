import type { ToolCall } from '../../call/tool-call.ts';
import { covers } from '../../call/span.ts';
import { effectsOf } from '../../facts/part-effects.ts';
import { literalOf } from '../../facts/shell/read/words/word.ts';
import type { Facts, Part } from '../../facts/part.ts';

interface CallFacts {
  readonly call: ToolCall;
  readonly facts: Facts;
}

/** The host that a part's input or text is fetched from: `curl https://get.k3s.io | sh`, `bash <(curl ...)`. */
export function feedingHost(part: Part, about: CallFacts): string | undefined {
  for (const feeding of [...partsInside(part, about), ...partsPipedInto(part, about)])
    for (const { access } of effectsOf(feeding))
      if (access?.kind === 'network' && access.url.known) return access.url.host;
  return undefined;
}

/** The host of an earlier command that writes the file which a part runs: `curl -o i.sh https://x.example && sh i.sh`. */
export function downloadedFrom(part: Part, { facts }: CallFacts): string | undefined {
  const names = (part.subject.kind === 'command' ? part.subject.words : [])
    .flatMap((word) => literalOf(word) ?? [])
    .map((text) => `/${text.replace(/^(?:\.?\/)+/u, '')}`);
  for (const earlier of facts.parts.slice(0, facts.parts.indexOf(part)))
    if (
      earlier.accesses.some(
        (each) => each.kind === 'write' && each.path.known && ends(each.path.written, names),
      )
    )
      for (const { access } of effectsOf(earlier))
        if (access?.kind === 'network' && access.url.known) return access.url.host;
  return undefined;
}

function ends(path: string, names: readonly string[]): boolean {
  return names.some((name) => path.endsWith(name));
}

/** The commands whose output a part reads, as typed: `rg -l foo | sort`. */
export function feedingText(part: Part, about: CallFacts): string | undefined {
  const spans = partsPipedInto(part, about).flatMap(({ span }) => span ?? []);
  if (spans.length === 0) return undefined;
  const start = Math.min(...spans.map((span) => span.start));
  const text = textIn(about.call).slice(start, Math.max(...spans.map(({ end }) => end)));
  return text.length > 60 || text.includes('\n') ? undefined : text;
}

function textIn({ input }: ToolCall): string {
  const { command } = input;
  return typeof command === 'string' ? command : '';
}

export function partsInside({ span }: Part, { facts }: CallFacts): readonly Part[] {
  return facts.parts.filter((other) => covers(span, other.span) && !covers(other.span, span));
}

/** Only a pipe, and redirections of the command before it. */
const pipe = /^(?:\s*\d*[<>]&?\s*\S+)*\s*\|&?\s*$/u;

/** Farthest first. A carried command reads its carrier's input. */
export function partsPipedInto(part: Part, about: CallFacts): readonly Part[] {
  const text = textIn(about.call);
  const found: Part[] = [];
  for (let at: Part | undefined = part; at !== undefined && found.length < 8;) {
    const { span } = outermost(at, about);
    at = about.facts.parts.findLast(
      (other) =>
        span !== undefined &&
        other.span !== undefined &&
        other.span.end <= span.start &&
        pipe.test(text.slice(other.span.end, span.start)),
    );
    if (at !== undefined) found.unshift(at);
  }
  return found;
}

function outermost(part: Part, { facts }: CallFacts): Part {
  return facts.parts.find(({ span }) => covers(span, part.span)) ?? part;
}
