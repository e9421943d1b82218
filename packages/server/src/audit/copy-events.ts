import type { SentEntry } from './read-batch.ts';

/** The entries as COPY takes them: one line each, fields apart by tabs. */
export function copyText(
  entries: readonly SentEntry[],
  {
    organisation,
    agent,
    receivedAt,
  }: { readonly organisation: string; readonly agent: string; readonly receivedAt: string },
): string {
  const start = `${organisation}\t${agent}\t`;
  let text = '';
  for (const { entry, line } of entries) {
    const verdict = 'verdict' in entry ? entry.verdict : undefined;
    const tool = 'call' in entry ? entry.call?.tool : undefined;
    const session = 'session' in entry ? entry.session : undefined;
    text += `${start}${entry.seq}\t${receivedAt}\t${timeOf(entry.at)}\t${field(entry.type)}\t${field(verdict)}\t${field(tool)}\t${field(session)}\t${escaped(line)}\n`;
  }
  return text;
}

export const copyColumns = 'organisation, agent, seq, received_at, at, type, verdict, tool, session, line';

const missing = '\\N';
const longestField = 200;
const special = /[\\\p{Cc}]/u;

/** Anything may stand in an entry, whatever its type says: it came from an agent. */
function field(value: unknown): string {
  if (typeof value !== 'string') return missing;
  return escaped(value.slice(0, longestField));
}

function escaped(text: string): string {
  if (!special.test(text)) return text;
  return text
    .replaceAll('\u0000', '')
    .replaceAll('\\', '\\\\')
    .replaceAll('\t', '\\t')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r');
}

const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z$/;

function timeOf(at: string): string {
  return iso.test(at) && !Number.isNaN(Date.parse(at)) ? at : missing;
}
