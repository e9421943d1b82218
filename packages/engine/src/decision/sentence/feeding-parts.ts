import type { ToolCall } from '../../call/tool-call.ts';
import type { Span } from '../../call/span.ts';
import { effectsOf } from '../../facts/part-effects.ts';
import type { Facts, Part } from '../../facts/part.ts';

interface CallFacts {
  readonly call: ToolCall;
  readonly facts: Facts;
}

/** The host that the input or the text of a part is fetched from: `curl https://get.k3s.io | sh`, `bash <(curl ...)`. */
export function feedingHost(part: Part, about: CallFacts): string | undefined {
  for (const feeding of [...insideOf(part, about), ...pipedInto(part, about)])
    for (const { access } of effectsOf(feeding))
      if (access?.kind === 'network' && access.url.known) return access.url.host;
  return undefined;
}

/** The commands whose output a part is given, as they are typed: `rg -l foo | sort`. */
export function feedingText(part: Part, about: CallFacts): string | undefined {
  const spans = pipedInto(part, about).flatMap(({ span }) => span ?? []);
  if (spans.length === 0) return undefined;
  const start = Math.min(...spans.map((span) => span.start));
  const text = textIn(about.call).slice(start, Math.max(...spans.map(({ end }) => end)));
  return text.length > 60 || text.includes('\n') ? undefined : text;
}

function textIn({ input }: ToolCall): string {
  const { command } = input;
  return typeof command === 'string' ? command : '';
}

function insideOf({ span }: Part, { facts }: CallFacts): readonly Part[] {
  return facts.parts.filter((other) => span !== undefined && holds(span, other.span));
}

/** Nothing but a pipe, and redirections of the command before it. */
const pipe = /^(?:\s*\d*[<>]&?\s*\S+)*\s*\|&?\s*$/u;

/** The farthest first. What a carrier runs reads the carrier's input. */
function pipedInto(part: Part, about: CallFacts): readonly Part[] {
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
  return facts.parts.find(({ span }) => span !== undefined && holds(span, part.span)) ?? part;
}

function holds(outer: Span, inner: Span | undefined): boolean {
  return (
    inner !== undefined &&
    outer.start <= inner.start &&
    inner.end <= outer.end &&
    inner.end - inner.start < outer.end - outer.start
  );
}
