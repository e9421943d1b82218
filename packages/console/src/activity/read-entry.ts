import {
  count,
  decimal,
  eitherShape,
  fields,
  flag,
  list,
  object,
  oneOf,
  shapeProblem,
  type ListedEntry,
  text,
  verdict,
} from '@permesso/protocol/console';
import type { LogEntry } from '@permesso/protocol/entry';

/** Agents write entries, and one may hold anything: what a page draws is checked here, field by field. */
const link = { seq: decimal, at: text, hash: text } as const;
const call = object({ tool: text, input: fields }, { cwd: text });
const caller = {
  required: { agent: list(text), call },
  optional: { session: text, host: text, project: text, key: text, redacted: list(text), cut: flag },
} as const;
const rule = object({ verdict, text, layer: text }, { place: text, grant: text });
const part = object({ label: text, verdict, step: text, reason: text }, { span: list(count) });
const receipt = object(
  { parts: list(part), rules: list(rule) },
  {
    nobodyToAsk: flag,
    observed: object({ verdict, message: text }),
    offer: list(text),
    errors: list(text),
    kept: object({ id: text, files: count, bytes: count }, { unkept: list(text) }),
    sandbox: object({ engine: text, version: text, digest: text }),
  },
);
const yesOrNo = oneOf('allow', 'deny');

const shapes = [
  object(
    { ...link, ...caller.required, type: oneOf('decision'), verdict, mode: text, receipt },
    { ...caller.optional, policy: text },
  ),
  object(
    { ...link, ...caller.required, type: oneOf('answer'), verdict: yesOrNo },
    { ...caller.optional, scope: text, comment: text, by: text, from: text, waitedMs: decimal },
  ),
  object({ ...link, ...caller.required, type: oneOf('start') }, caller.optional),
  object(
    { ...link, ...caller.required, type: oneOf('end'), ok: flag },
    { ...caller.optional, error: text, durationMs: decimal, source: text },
  ),
  object({ ...link, type: oneOf('grant', 'revoke'), grant: object({ rules: list(text), scope: text }) }),
  object({ ...link, type: oneOf('failure'), error: text }),
  object({
    ...link,
    type: oneOf('mark'),
    mark: eitherShape(
      object({ what: oneOf('torn'), bytes: decimal }),
      eitherShape(
        object({ what: oneOf('missing', 'dropped'), last: decimal }),
        object({ what: oneOf('no-head') }),
      ),
    ),
  }),
] as const;

/** The entry, where it is one that this page knows; nothing else is drawn as one. */
export function readEntry({ entry, receivedAt }: ListedEntry): LogEntry | undefined {
  if (!shapes.some((shape) => shapeProblem(shape, entry) === undefined)) return undefined;
  const known = entry as LogEntry;
  // An invalid time: the server's own clock counts.
  const at = Number.isNaN(Date.parse(known.at)) ? (receivedAt ?? known.at) : known.at;
  if (known.type !== 'decision') return { ...known, at };
  const parts = known.receipt.parts.map(({ span, ...rest }) =>
    span?.length === 2 && span[0] >= 0 ? { ...rest, span } : rest,
  );
  return { ...known, at, receipt: { ...known.receipt, parts } };
}

/** As an address names it: by its number, at a team server behind its agent. */
export function entryId({ agent, seq }: Pick<ListedEntry, 'agent' | 'seq'>): string {
  return agent === undefined ? String(seq) : `${agent}.${seq}`;
}

/** By the server's clock where there is one: those of agents may be wrong. */
export function timeOf({ receivedAt, entry }: ListedEntry): number {
  return Date.parse(receivedAt ?? String((entry as { readonly at?: unknown } | null)?.at));
}
