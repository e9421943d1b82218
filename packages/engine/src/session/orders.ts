import { namesIn, type Name } from './names.ts';

export type Act =
  | 'talk'
  | 'change'
  | 'deploy'
  | 'run'
  | 'look'
  | 'pay'
  | 'push'
  | 'pull'
  | 'release'
  | 'merge'
  | 'approve'
  | 'share';

/** What the person may order, each with the words that order it. */
const verbs: Readonly<Record<Act, string>> = {
  talk:
    'post repost reply answer respond comment send resend forward relay tell announce publish notify alert warn ask inform submit ' +
    'upload share invite dm ping message text contact call chase nudge brief update open put file leave confirm accept decline ' +
    'remind thank apologise apologize congratulate email e-mail mail report cc copy',
  change:
    'set assign reassign move shift swap label tag flag link attach mark close reopen leave put add append insert import load create update ' +
    'raise lower adjust correct clean clear silence mute book reserve schedule reschedule postpone accept decline reject edit rename ' +
    'archive sort fill register record log file resolve escalate change rotate handle process triage enter cancel void extend renew ' +
    'upgrade downgrade replace substitute switch reset lock unlock block unblock suspend resume activate deactivate enable disable ' +
    'merge split subscribe unsubscribe sync confirm pin snooze order remove delete drop',
  deploy:
    'apply deploy redeploy release ship upgrade downgrade restart bounce recycle scale promote raise lower increase reduce resize ' +
    'rotate renew restore revert rollback switch point change set update enable disable migrate provision drain cordon uncordon bump ' +
    'roll install configure',
  run:
    'run rerun restart bounce execute trigger reboot reload follow clean clear flush vacuum rotate install configure upgrade update ' +
    'patch repair fix copy sync mirror mount stop start kill renew',
  look: 'look check inspect see analyse analyze read watch show find compare',
  pay:
    'pay refund reimburse compensate transfer wire remit buy purchase charge credit give settle apply issue waive reorder order replace ' +
    'send',
  push: 'push force-push repush',
  pull: 'open create make raise submit send',
  release: 'publish release deploy push upload ship cut tag',
  merge: 'merge land',
  approve: 'approve',
  share: 'share invite grant give add publish',
};

/** Verbs that are nouns as often: "the reply", "order 5519027", "a report". They order at the head of a clause alone. */
const nounLike: ReadonlySet<string> = new Set(
  (
    'answer alert call change charge chase comment contact copy credit email e-mail fix file flag issue label lock log mail mark ' +
    'message mount order patch pin post purchase record refund release report reply reserve scale schedule split switch tag text ' +
    'transfer trigger update void wire'
  ).split(' '),
);

const clauseHead =
  /(?:^|[.!?;:,()\n–—-]\s*|\b(?:and|then|or|but|also|please|to|you|now|just|finally|afterwards|next|so|should|can|must|let['’]?s)\s+)$/iu;

/** Before a number these are what it counts: "order 5519027". */
const numbered: ReadonlySet<string> = new Set(
  'change charge email issue log mail message order post purchase record report transfer update'.split(' '),
);

/** "Tell me" is about the answer, and no act. */
function isForMe(text: string, at: number): boolean {
  return /^[a-z]+ (?:it |that |this |back )?(?:to )?(?:me|us)\b/iu.test(text.slice(at, at + 40));
}

function isNoun(word: string, text: string, at: number): boolean {
  if (!nounLike.has(word)) return false;
  const isNumbered = numbered.has(word) && /^[\w-]+ (?:#|no\.? )?[A-Z-]*\d/u.test(text.slice(at, at + 40));
  return isNumbered || !clauseHead.test(text.slice(0, at));
}

/** What a word orders, also as in `deploy:staging`. */
export function actsOfWord(word: string): readonly Act[] {
  return actsByVerb().get(/^[a-z]+/u.exec(word.toLowerCase())?.[0] ?? '') ?? [];
}

/** What people say with more than a verb. */
const phrases: readonly (readonly [RegExp, Act])[] = [
  [/\bwrite (?:to|back|her|him|them|an? (?:e-?mail|mail|message|reply|comment))\b/giu, 'talk'],
  [/\b(?:let|keep) (?!me |us )(?:\S+ ){1,6}(?:know|posted)\b/giu, 'talk'],
  [
    /\b(?:hand|turn|put|send|sign|write|fill|book) (?:\S+ ){0,3}(?:in|off|up|out|over|through|back|down)\b/giu,
    'talk',
  ],
  [
    /\b(?:hand|turn|put|send|sign|write|fill|book) (?:\S+ ){0,3}(?:in|off|up|out|over|through|back|down)\b/giu,
    'change',
  ],
  [
    /\b(?:get back to|hand (?:it |this )?over to|drop (?:\S+ )?a (?:line|note)|by e?-?mail to|report (?:it |this |back )?(?:to|in|on))\b/giu,
    'talk',
  ],
  [/\b(?:push|bring) (?:\S+ ){1,4}(?:back|forward|by|until|to the \d)/giu, 'change'],
  [/\b(?:roll|turn|bring|tear|spin) (?:\S+ ){0,3}(?:out|back|on|off|up|down)\b/giu, 'deploy'],
  [/\b(?:and|then),? (?:an? |the )?(?:draft )?(?:PR|pull request|merge request)\b/giu, 'pull'],
];

/** Beside the verbs above, what only works here: a name behind one of these is not a target. */
const localVerbs =
  'summarise summarize explain describe document implement rewrite port adapt refactor translate reproduce investigate debug clone ' +
  'list count draft review';

/** One message of the person, as far as it orders something. */
export interface Order {
  readonly acts: readonly Act[];
  /** What it forbids, where it says so in so many words. */
  readonly not: readonly Act[];
  /** Records, repositories, channels and quoted names: ordered by any act of the message. */
  readonly names: readonly string[];
  /** Words of what it orders, without their endings, in the order of the alphabet. A tool whose whole name is among them was ordered. */
  readonly words: readonly string[];
  /** Hosts and addresses: ordered by the verb before them alone. "Upload it to a.example as b.example says" names one of them. */
  readonly places: readonly { readonly name: string; readonly acts: readonly Act[] }[];
}

const mostLines = 10;

/** What a message of the person orders. A long one orders nothing: it is mostly what others wrote. */
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

/** Of clauses that do not merely look at something. */
function wordsOf(text: string): readonly string[] {
  const said = (text.match(clauses) ?? []).flatMap((clause) => {
    const known = verbsIn(clause);
    const isQuiet = known.length > 0 && known.every(({ acts }) => acts.every((act) => act === 'look'));
    return isQuiet ? [] : [...clause.matchAll(/\p{L}{3,30}/gu)].map(([word]) => stemOf(word));
  });
  return [...new Set(said)].toSorted().slice(0, mostWords);
}

const mostWords = 100;

/** The same for the forms of a word, roughly, in most languages of Europe: `Bills` and `bill`, `schließe` and `schliessen`. */
export function stemOf(word: string): string {
  const plain = word.toLowerCase().replaceAll('ß', 'ss').normalize('NFD').replaceAll(/\p{M}/gu, '');
  const bare = plain.replace(/(?:ations?|ung|ing|ed|es|en|er|ez|s|e|t|r|a|o)$/u, '');
  return bare.length < 3 ? plain : bare;
}

const negation = /\b(?:do not|don['’]t|not|no|nothing|never|without|nobody|before you)\b[^.,;:!?\n]*/giu;

/** What the person does themselves: "I will open the PR by hand". */
const oneself =
  /\bI(?:['’]ll)?\b(?!\s+(?:want|need|would|['’]d|think|asked|must|promised|can))[^.,;:!?\n]*/gu;

/** Of the same length, so that places stay what they are. */
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

let known: ReadonlyMap<string, readonly Act[]> | undefined;

/** Made when the first message is read: a hook that decides a call has no use for it. */
function actsByVerb(): ReadonlyMap<string, readonly Act[]> {
  if (known !== undefined) return known;
  const all = new Map<string, Act[]>(localVerbs.split(' ').map((verb) => [verb, []]));
  for (const [act, words] of Object.entries(verbs) as [Act, string][])
    for (const word of words.split(' ')) all.set(word, [...(all.get(word) ?? []), act]);
  known = all;
  return all;
}

function verbsIn(text: string): readonly SaidVerb[] {
  const all = actsByVerb();
  const words = [...text.matchAll(/(?<![\w./@:#-])[a-z][a-z-]*(?![\w/@:]|\.\w)/giu)].flatMap(
    ({ 0: word, index }): readonly SaidVerb[] => {
      const acts = all.get(stem(word.toLowerCase(), all));
      if (acts === undefined || isNoun(word.toLowerCase(), text, index)) return [];
      if (isForMe(text, index)) return [{ at: index, acts: ['look'] }];
      return [{ at: index, acts: isPullRequest(text, index) ? acts : without(acts, 'pull') }];
    },
  );
  const told = phrases.flatMap(([pattern, act]) =>
    [...text.matchAll(pattern)].map(({ index }) => ({ at: index, acts: [act] })),
  );
  return [...words, ...told].toSorted((a, b) => a.at - b.at);
}

/** `reading` orders as `read` does; `posted` tells of something that is done. */
function stem(word: string, all: ReadonlyMap<string, unknown>): string {
  const forms = [word, word.replace(/ing$/u, ''), word.replace(/ing$/u, 'e')];
  const isDone = [word.replace(/ed$/u, ''), word.replace(/d$/u, '')].some(
    (form) => form !== word && all.has(form),
  );
  return forms.find((form) => all.has(form)) ?? (isDone ? 'describe' : word);
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
 * Each with the acts of the verb before it, or, where none is, of the first behind it. An address to look at ("see https://...",
 * "is described at https://...") is not a target.
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

/** "Look at a.example, fix the map there and reload it": what is ordered from the clause with "there" to the end of its sentence. */
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
