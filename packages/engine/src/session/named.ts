import type { ToolCall } from '../call/tool-call.ts';
import type { Part } from '../facts/part.ts';
import type { Order } from './orders.ts';
import { hasLabel, type Session } from './session.ts';
import { isIdentifier } from './names.ts';
import { targetsOf } from './targets.ts';
import { type Act, stemOf } from './verbs.ts';
import { wordSet, type WordSet } from '../facts/word-set.ts';

/**
 * The targets of a part that no message of the person names for an action of this kind; empty if all are named. Text from
 * calls, results and agents is ignored.
 */
export function unnamedTargets(part: Part, call: ToolCall, session: Session): readonly string[] {
  const { sinks, things, isOwn, acts, isOpen, called = [] } = targetsOf(part, call);
  const own = isOwn ? ["the project's own remote"] : [];
  if (session.unreadable !== undefined || session.orders.length === 0)
    return [...sinks, ...own, ...things, 'what it reaches'].slice(0, 1);
  if (isOpen === true) return ['what is computed in it'];
  const orders = inOrder(session.orders);
  const isNamed = (target: string): boolean =>
    orders.some((order) => names(order, target, isCalled(order, called, acts) ? 'any' : acts));
  const open = sinks.filter((target) => !isNamed(target));
  if (open.length > 0) return open;
  if (isOwn) return isOrdered(session, acts) ? [] : own;
  if (sinks.length > 0 || things.some(isNamed)) return [];
  const isOrderedSo = (order: Order): boolean =>
    isMade(order, called) ||
    isSaid(order, things, acts) ||
    (things.length === 0 && part.subject.kind === 'command' && isCalled(order, called, acts));
  if (orders.some(isOrderedSo)) return [];
  return [things[0] ?? 'what it reaches'];
}

/** An order without names of its own refers to earlier ones: "Good text. Open it." */
function inOrder(orders: readonly Order[]): readonly Order[] {
  const seen: Order[] = [];
  for (const order of orders) {
    const isAbout = order.names.length + order.places.length === 0 && order.acts.length > 0;
    const before = isAbout ? seen.map((one) => withActs(one, order.acts)) : [];
    seen.push(order, ...before);
  }
  return seen;
}

function withActs(order: Order, acts: readonly Act[]): Order {
  return { ...order, acts, places: order.places.map(({ name }) => ({ name, acts })) };
}

/**
 * "Close the ticket" orders `close_ticket`, in whatever language both are; one word suffices where the verb is unknown:
 * "isolate it".
 */
function isCalled({ words, acts }: Order, called: readonly string[], known: readonly Act[]): boolean {
  const isWord = (word: string): boolean => words.includes(stemOf(word));
  if (known.length === 0) return called.some(isWord) && acts.some((act) => act !== 'look');
  return called.length > 1 && called.every(isWord);
}

/** Two words of its subject occur in the order, and no number that the order lacks: "take hake off the Thursday menu". */
function isSaid({ words, acts: ordered }: Order, things: readonly string[], acts: readonly Act[]): boolean {
  if (!isAmong(ordered, acts) || things.some(isIdentifier)) return false;
  const said = things.flatMap((thing) => thing.match(/\p{L}{3,30}/gu) ?? []).map(stemOf);
  return new Set(said.filter((word) => words.includes(word))).size > 1;
}

const making: WordSet = wordSet('create add new insert append file make record');

/** A new record has no name yet, so it is named by its type: "enter them as bills". */
function isMade({ acts, words }: Order, called: readonly string[]): boolean {
  const what = called.filter((word) => !making.has(word));
  if (what.length === called.length || what.length === 0 || !acts.includes('change')) return false;
  return what.every((word) => words.includes(stemOf(word)));
}

function names(
  { acts: ordered, names: records, places }: Order,
  target: string,
  acts: readonly Act[] | 'any',
): boolean {
  const spellings = spellingsOf(target);
  if (records.some((name) => spellings.includes(name)) && isAmong(ordered, acts) && !isPlace(target))
    return true;
  return places.some((place) => spellings.includes(place.name) && isAmong(place.acts, acts));
}

/** Hosts and addresses are bound to the verb before them, other names to the message. */
function isPlace(target: string): boolean {
  return /^[^/#\s]+\.[a-z]{2,}$/u.test(target);
}

function isAmong(ordered: readonly Act[], acts: readonly Act[] | 'any'): boolean {
  return acts === 'any' || ordered.some((act) => acts.includes(act));
}

/** An address is also named by its domain, a repository by any of its pages; a bare number never names anything. */
function spellingsOf(target: string): readonly string[] {
  const [, domain] = target.split('@');
  const bare = target.replace(/^www\./u, '').replace(/:\d+$/u, '');
  return [target, bare, ...(domain === undefined || target.startsWith('@') ? [] : [domain])];
}

/** The last message that mentions the action counts: "no push yet" revokes an earlier order. */
function isOrdered(session: Session, acts: readonly Act[]): boolean {
  if (hasLabel(session, 'repointed')) return false;
  for (const { acts: ordered, not } of session.orders.toReversed()) {
    if (isAmong(ordered, acts)) return true;
    if (isAmong(not, acts)) return false;
  }
  return false;
}
