import { nameWords } from '../../name-words.ts';
import { wordSet } from '../../word-set.ts';
import { isOtherVerb, tellsSecret } from '../model/plain-verb.ts';
import { mayAct } from './acting-names.ts';

/**
 * Whether a function of code that nobody listed says by its name that it gives something: `get_rate`, `list_products`, `sessions`,
 * `to_cents`, `carry_score`, `Catalog`. Verbs that act are too many to list: `settle`, `evict` and `turn_on` are just not among these.
 */
export function onlyGives(name: string): boolean {
  const words = nameWords(name);
  const [first = ''] = words;
  const last = words.at(-1) ?? '';
  if (mayReachOut(name)) return false;
  // A class, which is a noun.
  if (/^[A-Z]+[a-z\d]/u.test(name)) return !isOtherVerb(first);
  const more = words.slice(1).some((word) => changing.has(word) || (isOtherVerb(word) && !giving.has(word)));
  if (giving.has(first)) return !more || /^(?:is|has|can)$/u.test(first);
  // `rates`, `curve_points`: what there are many of is no order.
  const isMany = /[^su]s$/u.test(last) && last.length > 3;
  return !more && !isOtherVerb(first) && !changing.has(first) && (isMany || measures.has(last));
}

/** Whether a member of such code says that it acts, tells a secret, or stands for something far away. */
export function mayReachOut(name: string): boolean {
  return mayAct(name) || tellsSecret.test(name) || nameWords(name).some((word) => far.has(word));
}

export function changesThings(name: string): boolean {
  return nameWords(name).some((word) => changing.has(word));
}

/** Verbs that ask, compute and show. */
const giving = wordSet(
  `get list count find read parse load safe compute calc calculate to from as is has can in of by with describe summarize summarise summary show print repr str format
  convert normalize normalise validate check verify detect infer predict estimate score rank sort filter select group split join sum mean median min max std var avg
  quantile size shape len length total average diff compare match explain inspect lint tokenize tokenise encode decode hash digest slug slugify round floor ceil clip
  clamp interpolate smooth resample simulate sample iter range zip head tail first last nth only all any keys values items fields columns rows names types transpile
  one where latest oldest ids pluck exists contains includes abs sqrt exp peak name label title zero evaluate measure classify translate lookup index`,
);

/** What a function gives that is named after it. */
const measures = wordSet(
  'score rate ratio sum mean median peak price size count length number value level area distance duration age name label title date time day year status state version percentage percent average max min total index range path summary info stats schema type kind size shape vwap zero curve coverage',
);

/** Beside one of those: `find_one_and_replace`, `load_into_db`, `get_and_lock`. */
const changing = wordSet(
  `replace modify mark change swap increment decrement bump merge append pop clear into db database fixtures fixture seed seeds migrate migrations backfill plugin plugins module remote prod production
  live expire consume claim acquire release touch ack reserve`,
);

/** Nouns for what reaches machines and people. */
const far = wordSet(
  `client gateway bot mailer broker producer consumer vault ssm webhook connection conn cursor connect key settings server worker robot arm motor wallet queue
  deployment cluster host remote driver device spider browser crawler scanner camera screen`,
);
