import { isRecord } from '@permesso/engine/call';
import {
  type PendingAct,
  pendingActs,
  pendingEffects,
  pendingText,
  shapeProblem,
} from '@permesso/protocol/console';
import type { Line, Where } from './admin-rows.ts';
import { minuteOf, shortId, textOf, type NamesById } from './find-named.ts';
import type { ServerAnswer } from './person-server.ts';
import { everyRoleText, rolesText } from './role-text.ts';

export type TemplateData = ServerAnswer;

export interface Filling {
  readonly data: TemplateData;
  readonly names: NamesById;
}

/** `review.state`, or the first present of `email,name`; `.` is the whole value. */
function valueAt(data: TemplateData, paths: string): unknown {
  if (paths === '.') return data;
  for (const path of paths.split(',')) {
    let value: unknown = data;
    for (const name of path.split('.')) value = isRecord(value) ? value[name] : undefined;
    if (isGiven(value)) return value;
  }
  return undefined;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && value !== false && !isEmptyList(value);
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** `person !confirmedAt kind=webhook`: all conditions must hold. */
export function guardHolds(guard: string, data: TemplateData): boolean {
  return guard.split(' ').every((each) => {
    const [, not = '', path = '', wanted] = /^(!?)([^=]+)(?:=(.*))?$/.exec(each) ?? [];
    const value = valueAt(data, path);
    const holds = wanted === undefined ? isGiven(value) : textFrom(value) === wanted;
    return holds !== (not === '!');
  });
}

export function isWanted(
  row: ServerAnswer,
  where: readonly Where[],
  isOn: (option: string) => boolean,
): boolean {
  return where.every(
    (each) =>
      (each.with !== undefined && !isOn(each.with)) ||
      (each.without !== undefined && isOn(each.without)) ||
      each.is.includes(textOf(row, each.field)),
  );
}

/** The lines whose guard holds. One with `|each` is repeated for each text of a list. */
export function linesFrom(lines: readonly Line[], filling: Filling): readonly string[] {
  return lines.flatMap((line) => {
    const [guard, text] = typeof line === 'string' ? [undefined, line] : line;
    if (guard !== undefined && !guardHolds(guard, filling.data)) return [];
    const [, before = '', path, after = ''] = /^(.*)\{([\w.]+)\|each\}(.*)$/.exec(text) ?? [];
    if (path === undefined) return [filled(text, filling)];
    return textsIn(valueAt(filling.data, path)).map((each) => `${before}${each}${after}`);
  });
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value)
    ? value.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))
    : [];
}

/** `{?guard?then|else}`, or a field with its formats. */
const slot = /\{\?([^?}]+)\?([^|}]*)\|([^}]*)\}|\{([^}|]+)((?:\|[^}|]*)*)\}/g;

/** Spaces around an empty value are removed. */
export function filled(template: string, { data, names }: Filling): string {
  return template
    .replaceAll(slot, (...found) => {
      const [, guard, then = '', otherwise = '', paths = '', formats = ''] = found as readonly (
        | string
        | undefined
      )[];
      if (guard === undefined) return formatted(valueAt(data, paths), formats.split('|').slice(1), names);
      return guardHolds(guard, data) ? then : otherwise;
    })
    .trim();
}

/** A template that is a single field keeps the value's type. */
function filledValue(template: unknown, filling: Filling): unknown {
  if (typeof template !== 'string') return template;
  const [, path] = /^\{([\w.]+)\}$/.exec(template) ?? [];
  return path === undefined ? filled(template, filling) : (valueAt(filling.data, path) ?? null);
}

export function filledFields(
  fields: Readonly<Record<string, unknown>>,
  filling: Filling,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, filledValue(text, filling)]));
}

function formatted(value: unknown, formats: readonly string[], names: NamesById): string {
  let text = textFrom(value);
  for (const format of formats) {
    const [, from, to] = /^(\w+)=(.*)$/.exec(format) ?? [];
    if (from !== undefined) text = text === from ? (to ?? '') : text;
    else if (format.startsWith('or ')) text = text === '' ? format.slice(3) : text;
    else if (format.startsWith('each '))
      text = textsIn(value)
        .map((each) => format.slice(5).replace('$', each))
        .join('');
    else text = named(format, { value, text, names });
  }
  return text;
}

interface Formatted {
  readonly value: unknown;
  readonly text: string;
  readonly names: NamesById;
}

function named(format: string, { value, text, names }: Formatted): string {
  const row = isRecord(value) ? value : {};
  const list = Array.isArray(value) ? value : [];
  switch (format) {
    case 'short':
      return shortId(text);
    case 'minute':
      return minuteOf({ text }, 'text');
    case 'project':
      return names.project(text);
    case 'person':
      return names.person(text);
    case 'list':
      return list.map(String).join(', ');
    case 'names':
      return list.map((each) => textOf(each as ServerAnswer, 'name')).join(', ');
    case 'count':
      return String(list.length);
    case 'approvals':
      return String(list.filter((vote) => textOf(vote as ServerAnswer, 'verdict') === 'allow').length);
    case 'rules':
      return list.map((rule) => ruleText(rule as ServerAnswer)).join('; ');
    case 'votes':
      return list.map((vote) => voteText(vote as ServerAnswer)).join('; ');
    case 'roles':
      return rolesText(row, names);
    case 'every-role':
      return everyRoleText(row, names);
    case 'call':
      return callText(row);
    case 'span':
      return spanText(row);
    case 'pending-act':
      return pendingText(checkedAct(row), names.project);
    case 'pending-effect':
      return pendingEffects[textOf(row, 'act')] ?? '';
    default:
      throw new Error(`there is no format ${format}`);
  }
}

function textFrom(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

function ruleText(rule: ServerAnswer): string {
  const place = textOf(rule, 'place') || textOf(rule, 'layer');
  return `${textOf(rule, 'verdict')} ${textOf(rule, 'text')}${place === '' ? '' : ` (${place})`}`;
}

function voteText(vote: ServerAnswer): string {
  const late = vote['counted'] === false ? ', too late' : '';
  return `${textOf(vote, 'verdict')} by ${textOf(vote, 'by')} (${textOf(vote, 'via')}${late})`;
}

/** The whole call: an approver must see what they approve. */
function callText(call: ServerAnswer): string {
  const input = isRecord(call['input']) ? call['input'] : {};
  const { command } = input;
  const isCommandAlone = typeof command === 'string' && Object.keys(input).length === 1;
  return `${textOf(call, 'tool')}: ${isCommandAlone ? command : JSON.stringify(input)}`;
}

function checkedAct(row: ServerAnswer): PendingAct {
  const problem = shapeProblem(pendingActs, { acts: [row] });
  if (problem !== undefined)
    throw new Error(`the server lists a pending change that cannot be read: ${problem}`);
  return row as unknown as PendingAct;
}

function spanText(row: ServerAnswer): string {
  const [first, last] = [textOf(row, 'first'), textOf(row, 'last')];
  return first === last ? first : `${first} to ${last}`;
}
