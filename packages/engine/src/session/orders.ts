import { namesIn, type Name } from './names.ts';
import { type Act, actsOfForeignVerb, actsOfVerb, stemOf } from './verbs.ts';

/** Verbs that are often nouns: "the reply", "order 5519027", "a report". They are orders only at the start of a clause. */
const nounLike: ReadonlySet<string> = new Set(
  (
    'answer alert call change charge chase comment contact copy credit email e-mail fix file flag issue label lock log mail mark ' +
    'message mount order patch pin post purchase record refund release report reply reserve say scale schedule split switch tag text ' +
    'transfer trigger update void wire'
  ).split(' '),
);

const clauseHead =
  /(?:^|[.!?;:,()\n–—-]\s*|\b(?:and|then|or|but|also|please|to|you|now|just|finally|afterwards|next|so|should|can|must|let['’]?s)\s+)$/iu;

/** Before a number these words name the counted thing: "order 5519027". */
const numbered: ReadonlySet<string> = new Set(
  'change charge email issue log mail message order post purchase record report transfer update'.split(' '),
);

/** "Tell me" asks for an answer and is not an action. */
function isForMe(text: string, at: number): boolean {
  return /^\p{L}+(?: (?:it |that |this |back )?(?:to )?(?:me|us|mir|uns)\b|[- ](?:le |la |les |los )?(?:moi|nous)\b)/iu.test(
    text.slice(at, at + 40),
  );
}

function isNoun(word: string, text: string, at: number): boolean {
  if (!nounLike.has(word)) return false;
  const isNumbered =
    numbered.has(word) &&
    /^[\w-]+ (?:#|no\.? |[A-Z]+-?)?\d{2}(?! ?%|\d? \p{L})/u.test(text.slice(at, at + 40));
  return isNumbered || !clauseHead.test(text.slice(0, at));
}

/** Orders that take more than a verb. */
const phrases: readonly (readonly [RegExp, Act])[] = [
  [/\bwrite (?:to|back|her|him|them|an? (?:e-?mail|mail|message|reply|comment))\b/giu, 'talk'],
  [/\b(?:let|keep) (?!me |us )(?:\S+ ){1,6}(?:know|posted|have|hear|see)\b/giu, 'talk'],
  [
    /\b(?:hand|turn|put|send|sign|write|fill|book) (?:\S+ ){0,3}(?:in|off|up|out|over|through|back|down)\b/giu,
    'talk',
  ],
  [
    /\b(?:hand|turn|put|send|sign|write|fill|book) (?:\S+ ){0,3}(?:in|off|up|out|over|through|back|down)\b/giu,
    'change',
  ],
  [
    /\b(?:get back to|hand (?:it |this )?over to|drop (?:\S+ ){0,4}a (?:line|note|text|mail|message)|get (?:\S+ ){1,6}(?:off|over|across) to|by e?-?mail to|report (?:it |this |back )?(?:to|in|on))\b/giu,
    'talk',
  ],
  [/\b(?:push|bring) (?:\S+ ){1,4}(?:back|forward|by|until|to the \d)/giu, 'change'],
  [/\b(?:up (?:it goes|with it)|(?:send|get|bring) (?:\S+ ){1,3}(?:back )?up\b)/giu, 'push'],
  [/\b(?:take|knock) (?:\S+ ){1,4}off\b/giu, 'change'],
  [/\b(?:turn|switch|put) (?:\S+ ){0,5}(?:on|off)\b/giu, 'change'],
  [/\b(?:roll|turn|bring|tear|spin) (?:\S+ ){0,3}(?:out|back|on|off|up|down)\b/giu, 'deploy'],
  [/\b(?:and|then),? (?:an? |the )?(?:draft )?(?:PR|pull request|merge request)\b/giu, 'pull'],
];

/** What one message of the person orders. */
export interface Order {
  readonly acts: readonly Act[];
  /** Actions that it explicitly forbids. */
  readonly not: readonly Act[];
  /** Records, repositories, channels and quoted names: any action of the message may apply to them. */
  readonly names: readonly string[];
  /** Stemmed words of the order, sorted alphabetically. A tool whose whole name is among them was ordered. */
  readonly words: readonly string[];
  /** Hosts and addresses: only the verb before them applies. "Upload it to a.example as b.example says" orders one of them. */
  readonly places: readonly { readonly name: string; readonly acts: readonly Act[] }[];
}

const mostLines = 10;

/** Reads what a message of the person orders. A long message orders nothing: most of it was written by others. */
export function readOrder(message: string): Order {
  const own = withoutQuotations(message);
  if (own.split('\n').length > mostLines) return nothing;
  const forbidden = [...own.matchAll(negation)].map(([text]) => text).join(' ');
  const ordered = blank(blank(own, negation), oneself);
  const found = namesIn(ordered);
  const said = verbsIn(ordered);
  return {
    acts: actsOf(said),
    not: actsOf(verbsIn(forbidden)),
    names: [...new Set(found.flatMap((one) => (one.is === 'record' ? [one.text] : [])))],
    words: wordsOf(ordered),
    places: placesIn(found, said, ordered),
  };
}

const nothing: Order = { acts: [], not: [], names: [], words: [], places: [] };

const clauses = /[^.;:!?,\n]+(?:\.\w[^.;:!?,\n]*)*/gu;

/** The words of clauses that do not merely ask to look at something. */
function wordsOf(text: string): readonly string[] {
  const said = (text.match(clauses) ?? []).flatMap((clause) => {
    const known = verbsIn(clause);
    const isQuiet = known.length > 0 && known.every(({ acts }) => acts.every((act) => act === 'look'));
    return isQuiet ? [] : [...clause.matchAll(/\p{L}{2,30}/gu)].map(([word]) => stemOf(word));
  });
  return [...new Set(said)].toSorted().slice(0, mostWords);
}

const mostWords = 100;

const negation = /\b(?:do not|don['’]t|not|no|nothing|never|without|nobody|before you)\b[^.,;:!?\n]*/giu;

/** What the person does themselves: "I will open the PR by hand". */
const oneself =
  /\bI(?:['’]ll)?\b(?!\s+(?:want|need|would|['’]d|think|asked|must|promised|can))[^.,;:!?\n]*/gu;

/** Blanks out matches and keeps the length, so that positions stay valid. */
function blank(text: string, pattern: RegExp): string {
  return text.replaceAll(pattern, (found) => ' '.repeat(found.length));
}

function withoutQuotations(message: string): string {
  return message.replaceAll(/```[^]*?(?:```|$)/gu, ' ').replaceAll(/^\s*>.*$/gmu, ' ');
}

interface SaidVerb {
  readonly at: number;
  readonly acts: readonly Act[];
}

/** Function words that mark a sentence as English. */
const glue = /\b(?:the|and|of|it|for|with|this|that|what|when|our|then|from)\b/giu;

function isEnglish(text: string): boolean {
  return (text.match(glue)?.length ?? 0) > 1;
}

/**
 * A sentence that begins with an unknown verb and an object is an order too: "irrigate VALVE-0712". It counts as an order to
 * change something.
 */
const imperative =
  /(?:^|[.!?;:,]\s+|\n\s*|\b(?:and|then|please)\s+)(?!(?:if|when|once|as|who|what|how|why|where|while|after|before|because|that|which|is|are|was|it|they|he|she|we|you|I|there|here|in|on|at|of|for|the|a|an|my|our|this|so|but|or|and|then|please|not|no|with|from|by|somebody|nobody|afterwards|also|just)\b)(\p{L}{3,20})(?=\s+(?:the|a|an|my|our|your|his|her|their|its|it|them|this|that|these|those|all|each|every|[A-Z]{1,8}-?\d|[\p{Ll}\d]+-\d|\d+\s?%))/gu;

const passive = /\b(?:can|may|should|must|to|gets?|needs?|wants?)\s+(?:then\s+|now\s+)?(?:be\s+)?$/iu;

function verbsIn(text: string): readonly SaidVerb[] {
  const inEnglish = isEnglish(text);
  const words = [...text.matchAll(/(?<![\p{L}\d./@:#-])\p{L}[\p{L}-]*(?![\p{L}\d/@:]|\.\w)/gu)].flatMap(
    ({ 0: word, index }): readonly SaidVerb[] => {
      const lower = word.toLowerCase();
      // "It can be merged" orders what "merge it" does.
      const isAllowed = lower.endsWith('d') && passive.test(text.slice(0, index));
      const form = isAllowed
        ? [lower.slice(0, -1), lower.slice(0, -2)].find((one) => actsOfVerb(one))
        : undefined;
      const acts = actsOfVerb(form ?? lower) ?? (inEnglish ? undefined : actsOfForeignVerb(lower));
      if (acts === undefined || isNoun(lower, text, index)) return [];
      if (isForMe(text, index)) return [{ at: index, acts: ['look'] }];
      return [{ at: index, acts: isPullRequest(text, index) ? acts : without(acts, 'pull') }];
    },
  );
  const told = phrases.flatMap(([pattern, act]) =>
    [...text.matchAll(pattern)].map(({ index }) => ({ at: index, acts: [act] })),
  );
  const known = new Set([...words, ...told].map(({ at }) => at));
  const unknown = [...(inEnglish ? text.matchAll(imperative) : [])].flatMap(
    ({ 0: all, 1: verb = '', index }): readonly SaidVerb[] => {
      const at = index + all.length - verb.length;
      return known.has(at) || actsOfVerb(verb.toLowerCase()) !== undefined || /(?:ed|s|ing)$/u.test(verb)
        ? []
        : [{ at, acts: ['change', 'run'] }];
    },
  );
  return [...words, ...told, ...unknown].toSorted((a, b) => a.at - b.at);
}

function isPullRequest(text: string, at: number): boolean {
  return /^[^.,;:!?\n]*?\b(?:PR|MR|pull request|merge request)s?\b/iu.test(text.slice(at));
}

function without(acts: readonly Act[], one: Act): readonly Act[] {
  return acts.filter((act) => act !== one);
}

function actsOf(said: readonly SaidVerb[]): readonly Act[] {
  return [...new Set(said.flatMap(({ acts }) => acts))];
}

/**
 * Each with the actions of the verb before it, or of the first verb after it if there is none before. An address to look at
 * ("see https://...", "is described at https://...") is not a target.
 */
function placesIn(found: readonly Name[], said: readonly SaidVerb[], text: string): Order['places'] {
  const placed = found.filter(
    ({ is, at }) => is === 'place' && !(isAddress(text, at) && pointing.test(text.slice(0, at))),
  );
  return placed.map(({ text: name, at }) => {
    const before = said.filter((verb) => verb.at < at).at(-1) ?? said.find((verb) => verb.at > at);
    const next = placed.find((one) => one.at > at && one.text !== name)?.at ?? text.length;
    return { name, acts: [...new Set([...(before?.acts ?? []), ...actsThere(said, text, { at, next })])] };
  });
}

function isAddress(text: string, at: number): boolean {
  return /^https?:/iu.test(text.slice(at, at + 6));
}

/** "Look at a.example, fix the map there and reload it": the actions from the clause with "there" to the end of its sentence. */
function actsThere(
  said: readonly SaidVerb[],
  text: string,
  { at, next }: { readonly at: number; readonly next: number },
): readonly Act[] {
  const there =
    /\b(?:there|(?:on|in|to|at|with|for) (?:it|him|her|them)|that (?:host|server|machine|box|page|thread))\b/iu.exec(
      text.slice(at, next),
    );
  if (there === null) return [];
  const here = at + there.index;
  const from = Math.max(
    at,
    ...[...text.slice(at, here).matchAll(/[,.;!?\n]|\band\b/giu)].map(({ index }) => at + index),
  );
  const end = /[.;!?](?:\s|$)|\n/u.exec(text.slice(here, next))?.index ?? next - here;
  return said.flatMap((verb) => (verb.at > from && verb.at < here + end ? verb.acts : []));
}

const pointing = /\b(?:see|at|from|per|like|using|with|in|of|described|documented)\s*:?\s*$/iu;
