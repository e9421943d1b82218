import { sameJson } from '../../call/same-json.ts';
import type { Rule } from '../rules/rule.ts';
import { spellsCarried } from './command-includes.ts';
import type { Reach } from './includes.ts';
import { includesPattern } from './pattern-includes.ts';
import { includesAgents } from './agents.ts';
import { eachTest } from './each-test.ts';

/**
 * Whether the first rule matches whenever the second does, at least as certainly, for as long and for the same agents. True is
 * proven; false may mean that no proof was found.
 */
export function subsumes(outer: Rule, inner: Rule): boolean {
  const reach = reachOf(outer, inner);
  return (
    reach !== undefined &&
    lastsAsLong(outer, inner) &&
    bindsAsMany(outer, inner) &&
    asksNoMore(outer, inner) &&
    (outer.readOnly !== true || inner.readOnly === true) &&
    narrowsNoMore(outer, inner) &&
    isLiftedNoMore(outer, inner) &&
    waitsNoLonger(outer, inner) &&
    isApprovedByAsMany(outer, inner) &&
    (inner.unsandboxed !== true || outer.verdict !== 'allow' || outer.unsandboxed === true) &&
    !leavesCarried(outer, inner) &&
    includesPattern(placed(outer), placed(inner), reach)
  );
}

/** A limit restricts too, so neither covers the other; a rule that a check may lift does not cover one that nothing lifts. */
function isLiftedNoMore(outer: Rule, inner: Rule): boolean {
  if (outer.check !== undefined && outer.check !== inner.check) return false;
  return (outer.verdict !== 'allow' || outer.limit === undefined) && inner.limit === undefined;
}

/** A rule over a session covers only a rule that needs the same labels and that the same orders lift. */
function waitsNoLonger(outer: Rule, inner: Rule): boolean {
  if (outer.after === undefined) return true;
  return sameJson(outer.after, inner.after) && (outer.unless === undefined || outer.unless === inner.unless);
}

/** A rule that anyone may approve does not cover one with specific approvers. */
function isApprovedByAsMany({ verdict, approvers }: Rule, inner: Rule): boolean {
  return verdict !== 'ask' || inner.approvers === undefined || sameJson(approvers, inner.approvers);
}

/** `effects`: at most these. */
function narrowsNoMore({ effects }: Rule, inner: Rule): boolean {
  return effects === undefined || inner.effects?.every((name) => effects.includes(name)) === true;
}

function placed({ pattern, origin }: Rule): Parameters<typeof includesPattern>[0] {
  return { pattern, root: origin.root };
}

function reachOf(outer: Rule, inner: Rule): Reach | undefined {
  if (outer.verdict !== 'allow') return inner.verdict === 'allow' ? 'stops' : 'touches';
  // An allow proves less than a deny suspects.
  return inner.verdict === 'allow' ? 'covers' : undefined;
}

/**
 * An allow that spells out the carried command covers it too, and an ask about the carrier alone does not: without the allow it
 * might be refused.
 */
function leavesCarried(outer: Rule, inner: Rule): boolean {
  return (
    outer.verdict === 'ask' &&
    inner.verdict === 'allow' &&
    outer.pattern.about === 'command' &&
    inner.pattern.about === 'command' &&
    spellsCarried(inner.pattern)
  );
}

function lastsAsLong(outer: Rule, inner: Rule): boolean {
  return outer.expires === undefined || (inner.expires !== undefined && inner.expires <= outer.expires);
}

function bindsAsMany(outer: Rule, inner: Rule): boolean {
  if (outer.verdict === 'allow' && inner.delegated && !outer.delegated) return false;
  if (outer.agents === undefined) return true;
  return inner.agents !== undefined && includesAgents(outer.agents, inner.agents);
}

/** Every test of the outer rule is also one of the inner rule. */
function asksNoMore(outer: Rule, inner: Rule): boolean {
  const given = inner.when.flatMap(eachTest);
  return outer.when.flatMap(eachTest).every((test) => given.some((one) => sameJson(one, test)));
}
