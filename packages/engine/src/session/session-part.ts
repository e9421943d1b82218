import type { ToolCall } from '../call/tool-call.ts';
import type { Effect, EffectName } from '../facts/effect.ts';
import type { CommandSubject, Part } from '../facts/part.ts';
import { effectsOf } from '../facts/part-effects.ts';
import { isQuery } from '../facts/shell/model/sql-query.ts';
import { literalOf, type Word } from '../facts/shell/read/words/word.ts';
import { wordsIn } from '../facts/tools/argument-names.ts';
import { effectsByName, mcpVerbs } from '../facts/tools/mcp-risks.ts';
import { hostGroups } from '../policy/sandbox-settings.ts';
import { readingVerbs, readingWords } from '../facts/tools/reading-verbs.ts';
import { isPlainElsewhere } from './remote-line.ts';
import { type Act, actsOfForeignVerb } from './verbs.ts';
import { wordSet, type WordSet } from '../facts/word-set.ts';

/**
 * The part as rules over a session see it. They only add to the other rules, so a tool's name is believed here: asking about
 * each `get_issue` of an undescribed server would mean a prompt at every step.
 */
export function sessionPart(part: Part, call: ToolCall): Part {
  return { ...part, effects: sessionEffects(part, call) };
}

export function sessionEffects(part: Part, call: ToolCall): readonly Effect[] {
  const stated = effectsOf(part);
  const { kind } = part.subject;
  if (kind === 'command') return commandEffects(part.subject, stated);
  if (kind === 'url') return carriesData(call) ? [...stated, perhapsSends] : stated;
  const isUnknown = stated.some(({ effect }) => effect === 'run-other');
  if ((kind !== 'mcp' && kind !== 'tool') || !isUnknown) return stated;
  const hinted = stated.filter(({ possible }) => possible === true);
  const named = effectsOfTool(part, call);
  const isReading = named.every((effect) => effect === 'remote-read' || effect === 'fetch');
  const effects = new Set([
    ...named,
    ...effectsOfInput(call),
    ...(isReading ? delivery(call) : rights(call, named)),
  ]);
  return [...hinted, ...Array.from(effects, (effect): Effect => ({ effect }))];
}

/** What a tool is told to do: a statement, a method, an action. A harmless name does not make `DELETE FROM` a read. */
function effectsOfInput({ input }: ToolCall): readonly EffectName[] {
  return Object.entries(input).flatMap(([key, value]): readonly EffectName[] => {
    if (typeof value !== 'string') return [];
    const words = wordsIn(key);
    if (words.includes('method')) return methods.get(value.toUpperCase()) ?? [];
    if (saysWhatToDo(key) && value.length < 40) return effectsByName(value);
    const isStatement =
      /^\s*(?:with|insert|update|delete|merge|replace|drop|alter|create|truncate|grant|revoke|call|do|copy|set)\s/iu;
    if (words.some((word) => statements.has(word)))
      return /^\s*mutation\b/u.test(value) || (isStatement.test(value) && !isQuery(value, 'psql'))
        ? ['remote-change']
        : [];
    return [];
  });
}

/** Whether an argument's name means that it tells the tool what to do. */
export function saysWhatToDo(key: string): boolean {
  return wordsIn(key).some((word) => ['action', 'operation', 'op', 'verb'].includes(word));
}

/** A read that is told where to deliver its result is a send. */
function delivery({ input }: ToolCall): readonly EffectName[] {
  const isTold = Object.entries(input).some(
    ([key, value]) =>
      typeof value === 'string' &&
      wordsIn(key).some((word) => delivering.has(word)) &&
      /^https?:|@[\w-]+\./iu.test(value),
  );
  return isTold ? ['send'] : [];
}

/** A change that mentions a role grants rights. */
function rights({ input }: ToolCall, effects: readonly EffectName[]): readonly EffectName[] {
  const isGiven = Object.keys(input).some((key) =>
    wordsIn(key).some((word) => aboutWords.get(word) === 'sign-in'),
  );
  return isGiven && !effects.includes('edit') ? ['sign-in'] : [];
}

const delivering: ReadonlySet<string> = new Set(
  'to cc bcc deliver recipient recipients webhook callback notify'.split(' '),
);
const statements: WordSet = wordSet('sql query statement queries graphql document');
const methods: ReadonlyMap<string, readonly EffectName[]> = new Map([
  ['POST', ['remote-change']],
  ['PUT', ['remote-change']],
  ['PATCH', ['remote-change']],
  ['DELETE', ['remote-destroy']],
]);

/** Every interpretation of the name counts; only a tool that reads under all of them reads. */
function effectsOfTool({ subject }: Part, call: ToolCall): readonly EffectName[] {
  const readings =
    subject.kind === 'mcp' && subject.readings.length > 0
      ? subject.readings
      : [{ server: '', tool: call.tool }];
  return [...new Set(readings.flatMap(({ server, tool }) => effectsOfName(server, tool, call)))];
}

function effectsOfName(server: string, tool: string, call: ToolCall): readonly EffectName[] {
  const words = wordsIn(tool);
  // The sub-agent's own calls are decided one by one, and it shares the labels.
  if (agentTools.has(tool)) return ['read'];
  if (isOwnMailbox(words, wordsIn(server))) return ['edit'];
  // `release_set` sets, whatever other word in it could be a verb.
  const last = words.at(-1) ?? '';
  const isLast = lastVerbs.has(last) || (readingVerbs.includes(last) && !mcpVerbs.has(words[0] ?? ''));
  if (isLast && readingVerbs.includes(last)) return ['remote-read'];
  const named = effectsByName(isLast ? last : tool);
  const first = words.find((word) => moreVerbs().has(word) || readers().has(word) || mcpVerbs.has(word));
  const more = first === undefined ? undefined : moreVerbs().get(first);
  const about = words.flatMap((word) => aboutWords.get(word) ?? []);
  const acts = [...named, ...(more === undefined ? [] : [more])];
  return acts.length > 0 ? [...new Set([...acts, ...about])] : effectsWithoutVerb(words, first, call);
}

/** No word of the name is a known verb of change. */
function effectsWithoutVerb(
  words: readonly string[],
  first: string | undefined,
  call: ToolCall,
): readonly EffectName[] {
  if (first === 'resolve' && !words.some((word) => resolved.has(word)))
    return ['remote-read', 'remote-change'];
  if (first !== undefined && readers().has(first)) return [isBrowser(call) ? 'fetch' : 'remote-read'];
  const foreign = words.map((word) => actsOfForeignVerb(word)?.[0]).find((act) => act !== undefined);
  // A tool with a foreign-language name that changes something may also return text from anyone.
  if (foreign !== undefined)
    return foreign === 'look' ? ['remote-read'] : ['remote-read', foreignEffects[foreign] ?? 'remote-change'];
  if (tellingNouns.has(words.at(-1) ?? '')) return ['remote-read'];
  // Unknown: it may change something, and its result may come from anyone.
  return ['remote-read', 'remote-change'];
}

/** Verbs that are never nouns. */
const lastVerbs: ReadonlySet<string> = new Set(
  'delete create update set add remove destroy edit write upsert send insert cancel close enable disable'.split(
    ' ',
  ),
);

const foreignEffects: Readonly<Partial<Record<Act, EffectName>>> = {
  talk: 'publish',
  pay: 'pay',
  share: 'publish',
  remove: 'remote-destroy',
};

/** A tool name without a verb that ends with one of these is a query: `valve_state`. */
const tellingNouns: ReadonlySet<string> = new Set(
  'state history details for by inbox stats report timeline overview metrics events thread doc document page profile article'.split(
    ' ',
  ),
);

/** Resolving a name is a lookup; resolving a dispute is a change. */
const resolved: ReadonlySet<string> = new Set(
  'library id name url uri host dns path ref link handle package version'.split(' '),
);

const aboutWords: ReadonlyMap<string, EffectName> = new Map([
  ...['payment', 'coupon', 'subscription', 'payout', 'invoice'].map((word) => [word, 'pay'] as const),
  ...['role', 'password', 'access', 'permission', 'mfa'].map((word) => [word, 'sign-in'] as const),
]);

function isBrowser({ input }: ToolCall): boolean {
  return typeof input['url'] === 'string';
}

const agentTools: ReadonlySet<string> = new Set(['Task', 'Agent', 'Skill', 'SlashCommand']);

const mailServers: ReadonlySet<string> = new Set(
  'gmail mail outlook imap inbox fastmail email proton'.split(' '),
);
const tidying: ReadonlySet<string> = new Set(
  'label labels draft drafts star unread snooze archive'.split(' '),
);
const sorting: ReadonlySet<string> = new Set('move mark flag pin'.split(' '));

/** Labels and drafts in one's own mailbox reach nobody; sending a draft does. */
function isOwnMailbox(words: readonly string[], server: readonly string[]): boolean {
  if (words.some((word) => word === 'send' || word === 'filter' || word === 'forward' || word === 'delete'))
    return false;
  const isMail = [...server, ...words].some((word) => mailServers.has(word));
  const isMessage = words.some((word) => word === 'message' || word === 'messages' || word === 'thread');
  return (isMail || isMessage) && words.some((word) => tidying.has(word) || (isMessage && sorting.has(word)));
}

let verbTable: ReadonlyMap<string, EffectName> | undefined;

/** Verbs in addition to those that count for every rule. */
function moreVerbs(): ReadonlyMap<string, EffectName> {
  verbTable ??= new Map(
    (
      [
        ['publish', 'post repost tweet respond forward notify comment submit email mail message'],
        ['send', 'upload feedback'],
        ['pay', 'book subscribe'],
        [
          'remote-change',
          'modify append grant mark label schedule cancel register reset import trigger silence mute replace tag start stop ' +
            'pause resume save store link unlink approve reject change adjust prepare log record increase decrease',
        ],
      ] as const
    ).flatMap(([effect, words]) => words.split(' ').map((word) => [word, effect] as const)),
  );
  return verbTable;
}

let readerTable: ReadonlySet<string> | undefined;

function readers(): ReadonlySet<string> {
  readerTable ??= new Set([
    ...readingWords,
    ...(
      'preview compute calculate count check lookup browse navigate snapshot screenshot freebusy show summarize summarise ' +
      'validate download history inspect tree status whoami retrieve scan explain messages console wait track monitor watch audit verify compare diff info export'
    ).split(' '),
  ]);
  return readerTable;
}

const clients: ReadonlySet<string> = new Set(['curl', 'wget', 'http', 'https', 'xh']);
const lookups: ReadonlySet<string> = new Set(['dig', 'nslookup', 'host', 'drill', 'ping']);
const sending =
  /^(?:-d|--data(?:-[a-z]+)?|-F|--form(?:-string)?|-T|--upload-file|--json|--post-(?:data|file)|--body-(?:data|file))(?:=|$)|^-[a-zA-Z]*[dFT](?:@|$)/u;

function commandEffects({ words, carriedBy }: CommandSubject, stated: readonly Effect[]): readonly Effect[] {
  const isRemote = stated.some(({ effect }) => effect === 'remote-run');
  const isCertain = stated.some(({ effect, possible }) => effect !== 'run-other' && possible !== true);
  const isOwn = isOwnService(words) || (carriedBy !== undefined && isOwnService(carriedBy.words));
  // Code that runs elsewhere is not code of this machine, and the other rules weigh doubts about known code.
  const isPlain = carriedBy !== undefined && isPlainOverSsh(words, carriedBy.words);
  const isDoubt = ({ effect, possible }: Effect): boolean =>
    (isPlain && (effect === 'run-other' || effect === 'machine' || effect === 'lose')) ||
    (effect === 'run-other' && (isRemote || (possible === true && isCertain) || onlyTells(words)));
  const effects = stated.flatMap((one): readonly Effect[] => {
    if (isDoubt(one)) return [];
    return [
      isOwn && (one.effect === 'remote-run' || one.effect === 'remote-change') ? { effect: 'serve' } : one,
    ];
  });
  const has = (name: EffectName): boolean => effects.some(({ effect }) => effect === name);
  // A request to a service of this machine; nothing leaves.
  const sends = !has('send') && (has('fetch') || !has('serve')) ? sendingOf(words) : undefined;
  const isStrange =
    has('install') && !has('run-other') && words.some((word) => isOtherRegistry(literalOf(word) ?? ''));
  if (isStrange) return [...effects, { effect: 'run-other' }];
  if (sends !== undefined) return [...effects, sends];
  return effects.length === 0 ? [{ effect: 'read' }] : effects;
}

/** A container of the project's own compose file. */
function isOwnService(words: readonly Word[]): boolean {
  const texts = words.map((word) => literalOf(word) ?? '');
  return /^(?:docker|podman)$/u.test(nameOf(words)) && texts.includes('compose') && texts.includes('exec');
}

/** The rule about `ssh` itself asks whether the machine was named. */
function isPlainOverSsh(words: readonly Word[], carrier: readonly Word[]): boolean {
  const texts = (some: readonly Word[]): string => some.map((word) => literalOf(word) ?? '$').join(' ');
  return nameOf(carrier) === 'ssh' && isPlainElsewhere(texts(words)) && !/[<>$`]/u.test(texts(carrier));
}

/** `kestrel --version`: a program that existed before the session. */
function onlyTells([name, ...rest]: readonly Word[]): boolean {
  const texts = rest.map((word) => literalOf(word) ?? '');
  return (
    literalOf(name)?.includes('/') === false &&
    texts.length === 1 &&
    /^(?:--version|--help|-V)$/u.test(texts[0] ?? '')
  );
}

/** A package from a URL, or from an index other than the default. */
function isOtherRegistry(text: string): boolean {
  const host = /(?:^|=|\+)(?:https?|git|ssh):\/\/([^/:?#]+)/iu.exec(text)?.[1];
  return host !== undefined && hostGroups.get('registries')?.includes(host.toLowerCase()) !== true;
}

const perhapsSends: Effect = { effect: 'send', possible: true };

/** A request with a body sends. A URL that is computed or carries a value may send: a DNS lookup reveals the name it looks up. */
function sendingOf(words: readonly Word[]): Effect | undefined {
  const name = nameOf(words);
  const rest = words.slice(1);
  const isComputed = rest.some(({ kind }) => kind === 'unknown');
  if (lookups.has(name)) return isComputed ? perhapsSends : undefined;
  if (!clients.has(name)) return undefined;
  const texts = rest.flatMap((word) => literalOf(word) ?? []);
  if (texts.some((text) => sending.test(text))) return { effect: 'send' };
  return isComputed || texts.some(hasValue) ? perhapsSends : undefined;
}

function nameOf(words: readonly Word[]): string {
  return (literalOf(words[0]) ?? '').split('/').at(-1) ?? '';
}

function carriesData({ input }: ToolCall): boolean {
  const { url } = input;
  return typeof url === 'string' && hasValue(url);
}

/** A URL whose query holds a value long enough to be data. */
const longestWord = 30;

function hasValue(text: string): boolean {
  const at = text.indexOf('?');
  if (at === -1 || !/^https?:/iu.test(text)) return false;
  return text
    .slice(at + 1)
    .split('&')
    .some((pair) => pair.slice(pair.indexOf('=') + 1).length >= longestWord || isEncoded(pair));
}

/** Upper case, lower case and digits in one run are not a natural word. */
function isEncoded(pair: string): boolean {
  const value = pair.slice(pair.indexOf('=') + 1);
  return value.length >= 12 && /[a-z]/u.test(value) && /[A-Z]/u.test(value) && /\d/u.test(value);
}
