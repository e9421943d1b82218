import { UsageError } from '../../command.ts';
import { sentences, type AdminInput, type AdminResult } from '../admin-result.ts';
import { findNamed, rowsOf, textOf } from '../find-named.ts';
import type { ServerAnswer } from '../person-server.ts';

const dayNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

interface Window {
  readonly days: readonly number[];
  readonly from: string;
  readonly to: string;
}

export async function showHours(input: AdminInput): Promise<AdminResult> {
  const hours = await hoursOf(input);
  return sentences(
    { hours: hours ?? null },
    hours === undefined ? 'There are no quiet hours.' : hoursText(hours),
  );
}

export async function endHours(input: AdminInput): Promise<AdminResult> {
  await putHours(input, null);
  return sentences({ hours: null }, 'Quiet hours are off.');
}

export async function setHours(input: AdminInput): Promise<AdminResult> {
  const { operands, value, values, flag } = input;
  const [days = '', times = ''] = operands;
  const windows = [`${days} ${times}`, ...values('also')].map(windowFrom);
  const zone = value('zone') ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const hours = { windows, zone, letsEscalated: flag('escalated') };
  await putHours(input, hours);
  return sentences({ hours }, hoursText(hours));
}

function windowFrom(text: string): Window {
  const [, days = '', from = '', to = ''] = /^(\S+) (\d\d:\d\d)-(\d\d:\d\d)$/.exec(text.trim()) ?? [];
  if (days === '') throw new UsageError(`\`${text}\` names no hours; say for example mon-fri 22:00-07:00`);
  return { days: days.split(',').flatMap(daysFrom), from, to };
}

/** `mon`, or `fri-mon` across the end of the week. */
function daysFrom(text: string): readonly number[] {
  const [first = '', last = first] = text.toLowerCase().split('-');
  const [begin, end] = [dayNames.indexOf(first), dayNames.indexOf(last)];
  if (begin < 0 || end < 0)
    throw new UsageError(`there is no day \`${text}\`; say ${dayNames.join(', ')}, or mon-fri`);
  const length = ((end - begin + 7) % 7) + 1;
  return Array.from({ length }, (_, at) => ((begin + at) % 7) + 1);
}

async function putHours({ server, value }: AdminInput, hours: object | null): Promise<void> {
  const id = value('hook');
  const path =
    id === undefined ? '/v1/me/quiet-hours' : `/v1/hooks/${await hookNamed(server, id)}/quiet-hours`;
  await server.ask(`PUT ${path}`, { hours });
}

async function hookNamed(server: AdminInput['server'], text: string): Promise<string> {
  return textOf(findNamed(rowsOf(await server.ask('GET /v1/hooks'), 'hooks'), { what: 'hook', text }), 'id');
}

async function hoursOf({ server, value }: AdminInput): Promise<ServerAnswer | undefined> {
  const text = value('hook');
  const found =
    text === undefined
      ? (await server.ask('GET /v1/me/quiet-hours'))['hours']
      : findNamed(rowsOf(await server.ask('GET /v1/hooks'), 'hooks'), { what: 'hook', text })['quiet'];
  return typeof found === 'object' && found !== null ? (found as ServerAnswer) : undefined;
}

function hoursText(hours: ServerAnswer): string {
  const windows = rowsOf(hours, 'windows').map((row) => {
    const days = (Array.isArray(row['days']) ? row['days'] : []).map(
      (day) => dayNames[Number(day) - 1] ?? '?',
    );
    return `${days.join(',')} ${textOf(row, 'from')}-${textOf(row, 'to')}`;
  });
  const urgent = hours['letsEscalated'] === true ? '; escalated requests are delivered at once' : '';
  return `Quiet: ${windows.join(', ')} (${textOf(hours, 'zone')})${urgent}.`;
}
