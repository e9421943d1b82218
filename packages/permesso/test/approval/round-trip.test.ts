import { expect, test } from 'vitest';
import { callKey, effectTexts } from '@permesso/protocol/approval';
import { asksOf, scriptedApprover } from '@permesso/gate/approval';
import type { ConformanceCase } from '../../src/review/conformance-case.ts';
import { type DecisionInput, grantOf, judge, printable } from '@permesso/engine/decision';
import { literalOf, type Part, type PathFact, readFacts, toolboxOf, toolFor } from '@permesso/engine/facts';
import { createGate } from '@permesso/gate/gate';
import { compilePolicy } from '@permesso/engine/policy';
import { fixedWorld, type World } from '@permesso/engine/world';
import { corpus } from '../corpus.ts';

/** One in this many; `FULL=1` takes all. */
const sample = process.env['FULL'] === '1' ? 1 : 8;
const cases = corpus.flatMap((file) => file.cases);
const asked = cases.filter((_one, at) => at % sample === 0);

function worldOf({ cwd, workingDirectories, fs }: ConformanceCase): World {
  return fixedWorld({ cwd, project: cwd, workingDirectories, links: fs?.symlinks ?? {} });
}

const offers = asked.flatMap((one) => {
  const world = worldOf(one);
  const gate = createGate({ policy: one.rules, mode: one.mode, world: () => world });
  const decision = gate.explain(one.call).decision;
  return decision.verdict === 'ask'
    ? decision.suggestions.map(({ rules }) => ({ one, world, decision, rules }))
    : [];
});

test(
  'for every ask of the corpus, each rung that is accepted allows the same call from then on',
  { timeout: 300_000 },
  async () => {
    const failed: string[] = [];
    for (const { one, world, rules } of offers) {
      const approver = scriptedApprover([{ verdict: 'allow', scope: 'session', rules }]);
      const gate = createGate({ policy: one.rules, mode: one.mode, world: () => world, approver });
      const { request } = await gate.consult(one.call);
      // What cannot be undone is approved once, whatever rules would cover it.
      if (request?.scopes.length === 1) continue;
      const { grant } = await gate.authorize(one.call);
      if (grant === undefined || (await gate.check(one.call)).verdict !== 'allow')
        failed.push(`${one.id}: ${rules.join(' + ')}`);
    }
    process.stdout.write(
      `round trip: ${new Set(offers.map(({ one }) => one)).size} asks of ${asked.length} calls offer ${offers.length} rungs\n`,
    );
    expect(failed).toEqual([]);
    expect(offers.length).toBeGreaterThan(50);
  },
);

/** Everything a verdict about a hostile call depends on, read once. */
interface Hostile {
  readonly one: ConformanceCase;
  readonly question: DecisionInput;
}

const toolbox = toolboxOf(undefined);

const hostile: readonly Hostile[] = cases
  .filter(
    ({ severity, expect: verdict, acceptable }) =>
      severity === 'bypass' && verdict !== 'allow' && !acceptable.includes('allow'),
  )
  .flatMap((one) => {
    const world = worldOf(one);
    const tool = toolFor(toolbox, one.call);
    const question: DecisionInput = {
      call: one.call,
      facts: readFacts(one.call, tool, world),
      policy: compilePolicy([one.rules], { world }),
      mode: one.mode,
      world,
      grants: [],
      callKey: callKey(one.call, world.cwd),
      interactive: true,
    };
    return judge(question).verdict === 'allow' ? [] : [{ one, question }];
  });

/** A rule without parentheses speaks of the tool as a whole. */
function isWholeTool(rules: readonly string[]): boolean {
  return rules.some((rule) => !rule.includes('('));
}

/** The parts that stood in the way before. */
function newlyAllowed(question: DecisionInput): readonly Part[] {
  return judge(question).judgements.flatMap(({ verdict, part }) => (verdict === 'allow' ? [] : [part]));
}

/**
 * An opinion that knows nothing of the engine: does the rung say, word for word, what this part does? Much of what is
 * hostile in the corpus is a command in disguise, and no longer so once a person has allowed that very command. A rung
 * wider than the exact words must moreover not destroy anything nor write outside the working directories.
 */
function says(rules: readonly string[], part: Part, world: World): boolean {
  return rules.some((rule) => {
    // A rung may be narrowed by effects: `Bash(npm:*) [run]`.
    const inner = rule.slice(rule.indexOf('(') + 1, rule.lastIndexOf(')'));
    if (part.subject.kind === 'path') return saysPath(inner, part.subject.path, world);
    if (part.subject.kind === 'url')
      return part.subject.url.known && inner === `domain:${part.subject.url.host}`;
    if (part.subject.kind !== 'command') return rule === part.label || inner === part.label;
    const texts = part.subject.words.map((word) => printable(literalOf(word) ?? '?'));
    const carrier = part.subject.carriedBy?.words.map((word) => literalOf(word) ?? '?') ?? [];
    const written = inner.replaceAll(/['\\]/g, '');
    const exact = [texts, carrier].some((words) => words.join(' ').replaceAll(/['\\]/g, '') === written);
    if (exact || !inner.endsWith(':*')) return exact;
    const begins = `${texts.join(' ')} `.startsWith(`${inner.slice(0, -2)} `);
    return begins && part.subject.escalations.length === 0 && isTame(part, world);
  });
}

function isTame(part: Part, world: World): boolean {
  const facts = { kind: part.kind, parts: [part] } as const;
  const call = { tool: 'Bash', input: {} };
  const lasting = effectTexts({ call, facts, world }).some((effect) => effect.lasting);
  const outside = part.accesses.some(
    (effect) => effect.kind === 'write' && !(effect.path.known && isInside(effect.path.written, world)),
  );
  return !lasting && !outside;
}

function isInside(path: string, { workingDirectories }: World): boolean {
  return workingDirectories.some((directory) => path.startsWith(`${directory}/`));
}

function saysPath(glob: string, path: PathFact, world: World): boolean {
  if (!path.known || path.real !== path.written) return false;
  const anchored = glob.startsWith('//') ? glob.slice(1) : `${world.project}/${glob.replace(/^\.\//, '')}`;
  return anchored.endsWith('/**')
    ? path.written.startsWith(anchored.slice(0, -2)) && isInside(path.written, world)
    : path.written === anchored;
}

function sameInput(a: ConformanceCase, b: ConformanceCase): boolean {
  return JSON.stringify([a.call, a.cwd]) === JSON.stringify([b.call, b.cwd]);
}

test(
  'no rung narrower than the whole tool lets a hostile call of the corpus through',
  { timeout: 300_000 },
  () => {
    const distinct = new Map(
      offers
        .filter(({ rules }) => !isWholeTool(rules))
        .map((offer) => [JSON.stringify([offer.rules, asksOf(offer.decision)]), offer]),
    );
    const opened: string[] = [];
    let pairs = 0;
    let same = 0;
    let plain = 0;
    for (const { one, decision, rules } of distinct.values()) {
      const grant = grantOf(rules, { asks: asksOf(decision), mode: decision.receipt.mode.used });
      if (grant === undefined) throw new Error(`cannot be read: ${rules.join(', ')}`);
      for (const target of hostile) {
        pairs++;
        if (judge({ ...target.question, grants: [grant] }).verdict !== 'allow') continue;
        if (sameInput(one, target.one)) same++;
        else if (newlyAllowed(target.question).every((part) => says(rules, part, target.question.world)))
          plain++;
        else opened.push(`${rules.join(' + ')} (for ${one.id}) lets ${target.one.id} through`);
      }
    }
    process.stdout.write(
      `hostile: ${distinct.size} rungs x ${hostile.length} calls = ${pairs} pairs, ${same} the same call, ${plain} in the very words of the rung, ${opened.length} let through\n`,
    );
    expect(opened).toEqual([]);
    expect(pairs).toBeGreaterThan(10_000);
  },
);
