import type { ToolCall } from '../call/tool-call.ts';
import type { Part } from '../facts/part.ts';
import { isProseName, wordsIn } from '../facts/tools/argument-names.ts';
import { isRecord } from '../call/is-record.ts';
import { lazily } from '../facts/lazily.ts';
import { commandTargets } from './command-targets.ts';
import { isHost, namesOf, phoneOf } from './names.ts';
import { type Act, actsOfForeignVerb, actsOfVerb } from './verbs.ts';
import { saysWhatToDo } from './session-part.ts';
import type { Targets } from './target.ts';

export function targetsOf(part: Part, call: ToolCall): Targets {
  const { subject } = part;
  if (subject.kind === 'command') return commandTargets(subject.words);
  if (subject.kind === 'url') return addressTargets(call);
  return toolTargets(part, call);
}

function addressTargets({ input }: ToolCall): Targets {
  const url = typeof input['url'] === 'string' ? input['url'] : '';
  return { sinks: hostsIn(url), things: [], isOwn: false, acts: ['talk', 'look', 'release'] };
}

/** Hosts of the URLs in a text: a link in a sent text is a destination, whatever the text says. */
function hostsIn(text: string): readonly string[] {
  return [...text.matchAll(/\bhttps?:\/\/[^\s"'<>()]+/giu)].flatMap(
    ([url]) => namesOf(url).find(({ is }) => is === 'place')?.text ?? [],
  );
}

const sinkWords: ReadonlySet<string> = new Set(
  (
    'to cc bcc recipient recipients user users who email emails mail attendee attendees channel channels url webhook iban payee ' +
    'destination address member members invitee principal phone room'
  ).split(' '),
);

function toolTargets({ subject }: Part, call: ToolCall): Targets {
  const sinks: string[] = [];
  const things: string[] = [];
  const visit = (key: string, value: unknown, depth: number): void => {
    if (depth > 6) return;
    if (Array.isArray(value)) for (const one of value.slice(0, 100)) visit(key, one, depth + 1);
    else if (isRecord(value)) for (const [name, one] of Object.entries(value)) visit(name, one, depth + 1);
    else if (typeof value === 'string' || typeof value === 'number') sort(key, String(value));
  };
  const sort = (key: string, value: string): void => {
    sinks.push(...hostsIn(value));
    if (isText(key) || value.length > 120) return;
    const isSink = wordsIn(key).some((word) => sinkWords.has(word));
    if (/^https?:/iu.test(value)) return;
    const phone = phoneOf(value);
    if (phone !== undefined) sinks.push(phone);
    else if (isAddress(value) || (isSink && !isQuality(key))) sinks.push(value.toLowerCase());
    else if (value.length > 2 && !/^\d{1,3}$/u.test(value)) things.push(value.toLowerCase());
  };
  for (const [key, value] of Object.entries(call.input)) visit(key, value, 0);
  const repo = repositoryOf(call.input);
  const tool = subject.kind === 'mcp' ? (subject.readings[0]?.tool ?? call.tool) : call.tool;
  const done = Object.entries(call.input).flatMap(([key, value]) =>
    saysWhatToDo(key) && typeof value === 'string' ? wordsIn(value) : [],
  );
  const called = done.length > 0 ? done : wordsIn(tool);
  return {
    sinks: sinks.filter((one) => one !== 'me'),
    things: repo === undefined ? things : [repo],
    isOwn: false,
    acts: isOrdering(called) ? actsAs.pay : actsOfTool(called),
    called,
  };
}

/** `owner`, `repo` and a number form one name. */
function repositoryOf(input: ToolCall['input']): string | undefined {
  const { owner, repo } = input;
  if (typeof owner !== 'string' || typeof repo !== 'string') return undefined;
  const number = Object.entries(input).find(
    ([key, value]) => /number$|^(?:issue|pull|pr)$/iu.test(key) && Number.isInteger(value),
  );
  return `${owner}/${repo}${number === undefined ? '' : `#${String(number[1])}`}`.toLowerCase();
}

const titles: ReadonlySet<string> = new Set(['title', 'label', 'labels', 'topic']);

function isText(key: string): boolean {
  return !titles.has(key.toLowerCase()) && isProseName(key);
}

/** `userId` is a target; `email_type` is not. */
function isQuality(key: string): boolean {
  return /(?:type|format|count|status|kind)$/iu.test(key);
}

function isAddress(value: string): boolean {
  return (
    /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/u.test(value) ||
    isHost(value) ||
    /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/u.test(value)
  );
}

/** The orders that cover a tool of this name. A tool with an unknown verb is ordered only in its own words. */
function actsOfTool(words: readonly string[]): readonly Act[] {
  for (const [acts, some] of toolActs()) if (words.some((word) => some.has(word))) return acts;
  const known = words.flatMap((word) => (actsOfForeignVerb(word) ?? []).map((act) => actsAs[act]));
  const [acts] = known;
  // An order to reply about a record or to pay for it also covers noting that and closing it.
  return acts ?? (words.some((word) => actsOfVerb(word) !== undefined) ? changing : []);
}

const changing: readonly Act[] = ['change', 'talk', 'pay', 'deploy'];

/** The orders that cover a tool whose verb means this action. */
const actsAs: Readonly<Record<Act, readonly Act[]>> = {
  talk: ['talk'],
  pay: ['pay'],
  share: ['share'],
  approve: ['approve'],
  merge: ['merge'],
  release: ['release', 'deploy'],
  push: ['push'],
  pull: ['pull'],
  deploy: ['deploy', 'release'],
  change: changing,
  run: changing,
  look: changing,
  remove: changing,
};

/** The first entry with a word of the name applies. */
const toolActs = lazily((): readonly (readonly [readonly Act[], ReadonlySet<string>])[] =>
  (
    [
      ['merge', 'merge'],
      ['approve', 'approve authorize authorise'],
      ['share', 'share invite grant permission permissions role member collaborator attendee'],
      ['pay', 'pay refund charge transfer purchase buy payment payout coupon subscription'],
      ['release', 'deploy release publish'],
      ['talk', 'send reply post comment message forward respond email notify announce dm upload submit'],
    ] as const
  ).map(([act, words]) => [actsAs[act], new Set(words.split(' '))]),
);

/** `place_order`, `create_order`: ordering means paying. */
function isOrdering(words: readonly string[]): boolean {
  return words.includes('order') && words.some((word) => word === 'place' || word === 'create');
}
