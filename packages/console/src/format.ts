/** `12 s`, `3 min`, `2 h`, `4 d`. */
export function durationText(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} d`;
}

export function countText(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** A call's subject in one line: the command, the file, the URL, or the raw input. */
export function subjectOf({ tool, input }: { readonly tool: string; readonly input: object }): string {
  const fields = input as Readonly<Record<string, unknown>>;
  for (const name of ['command', 'file_path', 'path', 'url', 'pattern']) {
    const value = fields[name];
    if (typeof value === 'string') return value;
  }
  return `${tool} ${JSON.stringify(input)}`;
}

/** The same prefixed with the tool, unless it is the shell. */
export function toolAndSubject(call: { readonly tool: string; readonly input: object }): string {
  const subject = subjectOf(call);
  return call.tool === 'Bash' || subject.startsWith(`${call.tool} `) ? subject : `${call.tool} ${subject}`;
}

/** The error message for the person at the page. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The part of an e-mail address before the `@`, for tight spaces; the full address is nearby. */
export function shortName(name: string): string {
  return /^([^@\s]+)@[^@\s]+$/.exec(name)?.[1] ?? name;
}

export function folderName(path: string): string {
  return path.split('/').findLast((part) => part !== '') ?? path;
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const dayAndClock = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

export function clockText(at: number): string {
  return clock.format(at);
}

/** In no time zone does a day begin within a quarter of an hour. */
const quarterMs = 900_000;
const mostKept = 5000;
const days = new Map<number, string>();

/** Formatted once per day: rows request it on every frame while scrolling. */
export function dayText(at: number): string {
  const quarter = Math.floor(at / quarterMs);
  const known = days.get(quarter);
  if (known !== undefined) return known;
  if (days.size >= mostKept) days.clear();
  const text = day.format(at);
  days.set(quarter, text);
  return text;
}

export function momentText(at: number): string {
  return dayAndClock.format(at).replace(',', '');
}
