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
    'post repost reply answer respond comment send resend forward tell announce publish notify ask inform submit ' +
    'upload share invite dm open put leave confirm accept decline remind thank email e-mail',
  change:
    'set assign reassign move label tag link mark close reopen leave put add create update raise lower clean silence mute ' +
    'book schedule reschedule accept decline edit rename archive sort fill register resolve escalate change rotate handle ' +
    'process triage enter cancel extend enable disable merge record subscribe unsubscribe sync',
  deploy:
    'apply deploy redeploy release ship upgrade restart scale promote raise lower increase reduce resize rotate renew ' +
    'restore switch point change set update enable disable migrate provision drain cordon bump',
  run: 'run restart execute reboot follow clean vacuum rotate install upgrade update stop start kill',
  look: 'look check inspect see analyse analyze read watch show find compare',
  pay: 'pay refund reimburse transfer buy purchase charge credit give settle apply issue waive reorder',
  push: 'push force-push repush',
  pull: 'open create make raise submit send',
  release: 'publish release deploy push upload ship',
  merge: 'merge land',
  approve: 'approve',
  share: 'share invite grant give add publish',
};

/** What people say with more than a verb. */
const phrases: readonly (readonly [RegExp, Act])[] = [
  [/\bwrite (?:to|back|her|him|them|an? (?:e-?mail|mail|message|reply|comment))\b/giu, 'talk'],
  [/\b(?:let|keep) (?:\S+ ){1,3}(?:know|posted)\b/giu, 'talk'],
  [/\b(?:file|raise) an? (?:issue|bug|ticket|report)\b/giu, 'talk'],
  [
    /\b(?:get back to|hand (?:it |this )?over to|drop (?:\S+ )?a (?:line|note)|by e?-?mail to|report (?:it |this |back )?(?:to|in|on))\b/giu,
    'talk',
  ],
  [/\b(?:roll|turn|bring) (?:\S+ ){0,3}(?:out|back|on|off|up|down)\b/giu, 'deploy'],
  [/(?:^|[.!?;]\s+|\b(?:and|then) )order\b/giu, 'pay'],
  [/\b(?:and|then),? (?:an? |the )?(?:draft )?(?:PR|pull request|merge request)\b/giu, 'pull'],
];

/** Beside the verbs above, what only works here: a name behind one of these is not a target. */
const localVerbs =
  'fix summarise summarize explain describe document implement write rewrite port adapt refactor translate reproduce ' +
  'investigate debug clone';

/** One message of the person, as far as it orders something. */
export interface Order {
  readonly acts: readonly Act[];
  /** What it forbids, where it says so in so many words. */
  readonly not: readonly Act[];
  /** Records, repositories, channels and quoted names: ordered by any act of the message. */
  readonly names: readonly string[];
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
    places: placesIn(found, said, ordered),
  };
}

const nothing: Order = { acts: [], not: [], names: [], places: [] };

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
      if (acts === undefined) return [];
      return [{ at: index, acts: isPullRequest(text, index) ? acts : without(acts, 'pull') }];
    },
  );
  const told = phrases.flatMap(([pattern, act]) =>
    [...text.matchAll(pattern)].map(({ 0: said, index }) => ({ at: index + said.length - 1, acts: [act] })),
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
  return found.flatMap(({ is, text: name, at }) => {
    if (is !== 'place' || (/^https?:/iu.test(text.slice(at, at + 6)) && pointing.test(text.slice(0, at))))
      return [];
    const before = said.filter((verb) => verb.at < at).at(-1) ?? said.find((verb) => verb.at > at);
    return [{ name, acts: before?.acts ?? [] }];
  });
}

const pointing = /\b(?:see|at|from|per|like|using|with|in|of|described|documented)\s*:?\s*$/iu;
