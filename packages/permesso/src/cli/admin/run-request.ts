import { printable } from '@permesso/engine/decision';
import { readText } from '@permesso/gate/disk';
import { UsageError } from '../command.ts';
import { inColumns } from '../columns.ts';
import type { AdminInput, AdminResult } from './admin-result.ts';
import type { AdminOperand, AdminOption, Find, Line, RequestAction, TypedAction } from './admin-rows.ts';
import { policyId, stageFrom } from './by-hand/policies.ts';
import {
  everyPerson,
  everyRow,
  findNamed,
  namesFor,
  personNamed,
  projectId,
  rowsIn,
  textOf,
} from './find-named.ts';
import { ServerRefused, type ServerAnswer } from './person-server.ts';
import { privateText } from './private-file.ts';
import { filled, filledFields, guardHolds, isWanted, linesFrom, type Filling } from './template.ts';
import { readNumber } from './read-number.ts';

type Typed = Readonly<Record<string, unknown>>;

interface ReadWords {
  /** For templates, by the names in the command. */
  readonly typed: Typed;
  /** For the request, by its field names. */
  readonly sent: Typed;
}

/** Parses the input, looks up what it names, asks for confirmation, sends the request and shows the reply. */
export async function runRequest(action: RequestAction & TypedAction, at: AdminInput): Promise<AdminResult> {
  const { server } = at;
  const { typed, sent } = await readWords(action, at);
  const found = action.find === undefined ? {} : await foundRow(action.find, { at, sent, action });
  const names = await namesIn(action, at);
  const before: Filling = { data: { ...typed, ...found }, names };
  const fixed = filledFields(action.fixed ?? {}, before);
  const { line, body } = requestFrom(action, {
    ...ownFields(action, sent),
    ...idOf(action, found),
    ...fixed,
  });
  await confirmed(action.confirm, { at, filling: before });
  if (action.raw === '*') {
    const text = await server.text(line.slice('GET '.length));
    return { json: { ...sent, text }, lines: () => [text.trimEnd()] };
  }
  if (action.table !== undefined) return await tableOf(action, { at, line, filling: before });
  const reply = await server.ask(line, body).catch((error: unknown) => {
    throw withPage(error, { action, at, filling: before });
  });
  const filling: Filling = { data: { ...before.data, ...fixed, ...reply, body }, names };
  const { raw } = action;
  if (raw !== undefined) return { json: reply, lines: () => [textOf(reply, raw).trimEnd()] };
  return {
    json: typeof action.json === 'object' ? filledFields(action.json, filling) : reply,
    lines: () => linesFrom(action.done ?? [], filling).map(printable),
  };
}

const day = 24 * 60 * 60_000;

function dateIn(days: number): string {
  return new Date(Date.now() + days * day).toISOString().slice(0, 10);
}

async function readWords({ operands = [], options = [] }: TypedAction, at: AdminInput): Promise<ReadWords> {
  const typed: Record<string, unknown> = {
    server: at.server.url,
    yesterday: dateIn(-1),
    tomorrow: dateIn(1),
  };
  const sent: Record<string, unknown> = {};
  for (const [index, operand] of operands.entries()) {
    const text = at.operands[index] ?? '';
    typed[operand.name.toLowerCase()] = text;
    if (operand.field !== undefined) sent[operand.field] = readOperand(operand, text);
  }
  for (const option of options) {
    const { name, field, as } = option;
    if (as === 'policy') sent['project'] = await policyId(at);
    else if (as === 'stage') {
      const stage = stageFrom(at.value(name));
      Object.assign(sent, stage);
      Object.assign(typed, stage);
    } else {
      const value = await readOption(option, { at, typed });
      if (value === undefined) continue;
      typed[name] = as === 'project' || as === 'private-file' ? at.value(name) : value;
      if (field !== undefined) sent[field] = as === 'person' ? (value as ServerAnswer)['id'] : value;
    }
  }
  return { typed, sent };
}

function readOperand({ name, as, choices }: AdminOperand, text: string): unknown {
  if (as === 'number') return readNumber(name, text.replace(/^v(?=\d)/, ''));
  if (as === 'text-file') return readFileText(text);
  if (as === 'private-json') return readPrivateJson(text);
  checkChoice(name.toLowerCase(), text, choices);
  return text;
}

interface OptionPlace {
  readonly at: AdminInput;
  readonly typed: Typed;
}

async function readOption(option: AdminOption, { at, typed }: OptionPlace): Promise<unknown> {
  const { name, as, choices, value = '' } = option;
  if (as === 'flag') return at.flag(name) || undefined;
  const texts = at.values(name);
  for (const text of texts) checkChoice(name, text, choices);
  if (texts.length === 0) {
    if (option.isRequired === true) throw new UsageError(`--${name} ${value} is missing`);
    const otherwise = option.else;
    return typeof otherwise === 'string' ? filled(otherwise, { data: typed, names: noNames }) : otherwise;
  }
  if (option.repeats === true) return texts;
  const [text = ''] = texts;
  if (as === 'number') return readNumber(`--${name}`, text);
  if (as === 'private-file') return privateText(text);
  if (as === 'person') return await personNamed(at.server, text);
  if (as === 'project') return await projectId(at.server, text);
  return text;
}

const noNames = { project: (id: string) => id, person: (id: string) => id };

function checkChoice(what: string, text: string, choices: readonly string[] | undefined): void {
  if (choices !== undefined && !choices.includes(text))
    throw new UsageError(`there is no ${what} \`${printable(text)}\`; use ${choices.join(', ')}`);
}

function readFileText(path: string): string {
  const read = readText(path);
  if (!('text' in read)) throw new UsageError(`${path} cannot be read`);
  return read.text;
}

function readPrivateJson(path: string): unknown {
  try {
    return JSON.parse(privateText(path));
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`${path} is not JSON: ${error.message}`);
    throw error;
  }
}

interface FindPlace {
  readonly at: AdminInput;
  readonly sent: Typed;
  readonly action: TypedAction;
}

async function foundRow(find: Find, { at, sent, action }: FindPlace): Promise<ServerAnswer> {
  const [text = ''] = at.operands;
  const line = pathFrom(find.in, sent);
  // An operand that is a field of the path names a single object, not one of a list.
  if (action.operands?.[0]?.field !== undefined) return await at.server.ask(line);
  if (find.in === 'GET /v1/people') return await personNamed(at.server, text);
  const rows = await everyRow(at.server, line, find.paging);
  return findNamed(
    rows.filter((row) => isWanted(row, find.where ?? [], at.flag)),
    { what: find.what, text, names: (row) => (find.by ?? []).map((field) => textOf(row, field)) },
  );
}

/** The object's id fills the last field of the path, or a field of the body. */
function idOf({ route, find }: RequestAction, found: ServerAnswer): Typed {
  const field = find?.field ?? /.*\{(\w+)\}/.exec(route)?.[1];
  return found['id'] === undefined || field === undefined ? {} : { [field]: found['id'] };
}

/** Without the fields that only the lookup needed. */
function ownFields({ route, find }: RequestAction, sent: Typed): Typed {
  const isOfList = (name: string): boolean =>
    find?.in.includes(`{${name}}`) === true && !route.includes(`{${name}}`);
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !isOfList(name)));
}

interface MadeRequest {
  readonly line: string;
  readonly body: Typed | undefined;
}

function pathFrom(route: string, sent: Typed): string {
  return route.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(sent[name])));
}

function requestFrom({ route }: RequestAction, sent: Typed): MadeRequest {
  const line = pathFrom(route, sent);
  const others = Object.entries(sent).filter(
    ([name, value]) => !route.includes(`{${name}}`) && value !== undefined,
  );
  if (!/^(?:GET|DELETE) /.test(route))
    return { line, body: others.length === 0 ? undefined : nested(others) };
  const query = new URLSearchParams(others.map(([name, value]) => [name, String(value)] as [string, string]));
  return { line: query.size === 0 ? line : `${line}?${query.toString()}`, body: undefined };
}

/** `groups.claim` is the claim of groups. */
function nested(fields: readonly (readonly [string, unknown])[]): Typed {
  const body = new Map<string, unknown>();
  for (const [name, value] of fields) {
    const [first = '', second] = name.split('.');
    body.set(first, second === undefined ? value : { ...(body.get(first) as object), [second]: value });
  }
  return Object.fromEntries(body);
}

async function confirmed(
  line: Line | undefined,
  { at, filling }: { readonly at: AdminInput; readonly filling: Filling },
): Promise<void> {
  if (line === undefined) return;
  const [guard, text] = typeof line === 'string' ? [undefined, line] : line;
  if (guard === undefined || guardHolds(guard, filling.data)) await at.confirm(filled(text, filling));
}

interface TablePlace {
  readonly at: AdminInput;
  readonly line: string;
  readonly filling: Filling;
}

async function tableOf(
  { table, paging, json, options = [] }: RequestAction & TypedAction,
  { at, line, filling }: TablePlace,
): Promise<AdminResult> {
  const { columns = {}, where = [], none = '' } = table ?? {};
  const reply = json === 'reply' ? await at.server.ask(line) : undefined;
  const every = reply === undefined ? await everyRow(at.server, line, paging) : rowsIn(reply);
  const rows = every.filter(
    (row) => isWanted(row, where, at.flag) && options.every((option) => hasText(row, option, at)),
  );
  const cells = rows.map((row) =>
    Object.values(columns).map((cell) => filled(cell, { ...filling, data: row })),
  );
  return {
    json: reply ?? rows,
    lines: (width) =>
      rows.length === 0 ? [filled(none, filling)] : inColumns([Object.keys(columns), ...cells], width),
  };
}

function hasText(row: ServerAnswer, { name, within }: AdminOption, { value }: AdminInput): boolean {
  const wanted = value(name)?.toLowerCase() ?? '';
  return within === undefined || within.some((field) => textOf(row, field).toLowerCase().includes(wanted));
}

/** Replaces identifiers by names, where a text shows them. */
async function namesIn(
  { table, confirm, done }: RequestAction,
  { server }: AdminInput,
): Promise<Filling['names']> {
  const texts = JSON.stringify([table, confirm, done]);
  if (!/\|(?:project|person|roles|every-role|pending-act)/.test(texts)) return noNames;
  return await namesFor(server, texts.includes('|person') ? await everyPerson(server) : []);
}

interface RefusedPlace {
  readonly action: RequestAction;
  readonly at: AdminInput;
  readonly filling: Filling;
}

/** Only a browser can show a passkey, so the step continues there. */
function withPage(error: unknown, { action: { page }, at, filling }: RefusedPlace): unknown {
  const needsPasskey =
    error instanceof ServerRefused && (error.code === 'passkey' || error.code === 'no-passkey');
  if (!needsPasskey || page === undefined) return error;
  return new ServerRefused(
    error.status,
    `${error.message}\n  ${at.server.url}${filled(page, filling)}`,
    error.code,
  );
}
