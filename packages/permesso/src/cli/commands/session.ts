import { definedFields } from '@permesso/engine/call';
import { printable } from '@permesso/engine/decision';
import { diskSessions, type KnownSession, trustSource } from '@permesso/gate/gate';
import { inColumns } from '../columns.ts';
import { UsageError, type Command, type CommandInput, type Output } from '../command.ts';
import { confirmLoosening } from '../own-terminal.ts';

export const session: Command = {
  name: 'session',
  summary: 'Shows what sessions have read and done, or trusts a source of a label.',
  usage: 'session [show ID | trust ID SOURCE | distrust ID SOURCE]',
  options: [{ name: 'json', help: 'as JSON' }],
  examples: [
    ['permesso session', 'lists the sessions that have labels, the last one first'],
    [
      'permesso session show 3f2a',
      'its labels, what brought them and when (the first characters of an ID suffice)',
    ],
    ['permesso session trust 3f2a docs.example', 'content from docs.example no longer labels this session'],
    ['permesso session distrust 3f2a docs.example', 'takes that back'],
  ],
  exitCodes: [
    [0, 'shown or changed'],
    [1, 'there is no such session or source, or nobody confirmed that a source is trusted'],
  ],
  run: async (given, out) => {
    const [action, id, source, extra] = given.operands;
    if (action === undefined) return listSessions(given, out);
    if (action !== 'show' && action !== 'trust' && action !== 'distrust')
      throw new UsageError(`unknown \`session ${action}\`; use show, trust or distrust`);
    if (id === undefined || extra !== undefined || (source === undefined) !== (action === 'show'))
      throw new UsageError(`write session ${action} ID${action === 'show' ? '' : ' SOURCE'}`);
    const found = sessionNamed(id);
    if (found === undefined) {
      out.complain(`There is no session ${id}.`);
      return 1;
    }
    if (source === undefined) return showSession(found, { given, out });
    return await changeTrust(found, { source, isTrusted: action === 'trust' }, { given, out });
  },
};

interface Told {
  readonly given: CommandInput;
  readonly out: Output;
}

/** By its id, or by the name that the agent program gave it. */
function sessionNamed(id: string): KnownSession | undefined {
  const found = diskSessions().filter((one) => one.id.startsWith(id) || one.start?.session === id);
  if (found.length > 1)
    throw new UsageError(`${id} could be ${found.map((one) => one.id.slice(0, 12)).join(' or ')}`);
  return found[0];
}

function labelsOf({ session: { labels, unreadable } }: KnownSession): string {
  if (unreadable !== undefined) return `every label: ${unreadable}`;
  return [...new Set(labels.map(({ label }) => label))].join(', ') || 'none';
}

function asData(one: KnownSession): object {
  const { labels, endorsed = [], orders, unreadable } = one.session;
  return {
    id: one.id,
    ...definedFields({ session: one.start?.session }),
    ...(one.start === undefined ? {} : { directory: one.start.directory }),
    changed: new Date(one.changed).toISOString(),
    labels: labels.map(({ at, ...label }) => ({ ...label, at: new Date(at).toISOString() })),
    trusted: endorsed,
    orders: orders.length,
    ...definedFields({ unreadable }),
  };
}

function listSessions(given: CommandInput, out: Output): number {
  const all = diskSessions();
  if (given.flag('json')) out.print(JSON.stringify({ sessions: all.map(asData) }));
  else if (all.length === 0) out.print('No session has a label yet.');
  else {
    const rows = all.map((one) => [
      one.id.slice(0, 8),
      new Date(one.changed).toISOString().slice(0, 16).replace('T', ' '),
      labelsOf(one),
      printable(one.start?.directory ?? ''),
    ]);
    out.print([...inColumns([['ID', 'CHANGED', 'LABELS', 'DIRECTORY'], ...rows], out.width)].join('\n'));
  }
  return 0;
}

function showSession(one: KnownSession, { given, out }: Told): number {
  const { labels, endorsed = [], orders } = one.session;
  if (given.flag('json')) out.print(JSON.stringify(asData(one)));
  else {
    const rows = labels.map(({ label, source, at }) => [
      label,
      new Date(at).toISOString().slice(0, 16).replace('T', ' '),
      printable(source),
    ]);
    out.print(`Labels: ${labelsOf(one)}`);
    if (rows.length > 0)
      out.print([...inColumns([['LABEL', 'SINCE', 'SOURCE'], ...rows], out.width)].join('\n'));
    out.print(`Messages of yours: ${orders.length}`);
    if (endorsed.length > 0) out.print(`Trusted: ${endorsed.map(printable).join(', ')}`);
  }
  return 0;
}

async function changeTrust(
  one: KnownSession,
  said: { readonly source: string; readonly isTrusted: boolean },
  { given, out }: Told,
): Promise<number> {
  const { labels, endorsed = [] } = one.session;
  const { source, isTrusted } = said;
  const isKnown = isTrusted ? labels.some((label) => label.source === source) : endorsed.includes(source);
  if (!isKnown) {
    out.complain(`This session has no ${isTrusted ? 'label of' : 'trust in'} ${printable(source)}.`);
    return 1;
  }
  const question = `Trust ${printable(source)} for the rest of this session?`;
  if (isTrusted && !(await confirmLoosening(question, out))) return 1;
  trustSource(one, said);
  if (given.flag('json')) out.print(JSON.stringify({ id: one.id, source, trusted: isTrusted }));
  else out.print(isTrusted ? `Trusted: ${printable(source)}` : `No longer trusted: ${printable(source)}`);
  return 0;
}
