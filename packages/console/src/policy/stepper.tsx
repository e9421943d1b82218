import { Check, X } from 'lucide-react';
import type { PolicyVersion } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { dayText, shortName } from '../format.ts';
import { policyTexts as texts } from './texts.ts';
import { stateOf, type KnownPolicy, type VersionState } from './policy-state.ts';

type Reached = 'done' | 'now' | 'bad' | 'later' | 'skipped';

interface RolloutStep {
  readonly title: string;
  readonly note: string;
  readonly is: Reached;
}

const says: Readonly<Record<Reached, string>> = {
  done: 'done',
  now: 'now',
  bad: 'stopped',
  later: 'later',
  skipped: 'skipped',
};

/** A version's stages: draft, tests, review, shadow, partial rollout, all agents. */
export function Stepper({
  version,
  known,
}: {
  readonly version: PolicyVersion;
  readonly known: KnownPolicy;
}) {
  const row = known.versions.find(({ number }) => number === version.number);
  const state = row === undefined ? 'draft' : stateOf(row, known);
  return (
    <ol className="stepper">
      {stepsOf(version, known, state).map(({ title, note, is }) => (
        <li key={title} className={`step ${is}`} aria-current={is === 'now' ? 'step' : undefined}>
          <span className="bullet">
            {is === 'done' && <Check className="i" aria-hidden />}
            {is === 'bad' && <X className="i" aria-hidden />}
            <span className="sr">{says[is]}: </span>
          </span>
          <span className="t">{title}</span>
          <span className="d">{note}</span>
        </li>
      ))}
    </ol>
  );
}

function stepsOf(version: PolicyVersion, known: KnownPolicy, state: VersionState): readonly RolloutStep[] {
  const { steps, stepNotes } = texts;
  const { share, counts } = known.rollout;
  const isOut = state === 'active' || state === 'earlier';
  const agents = (obeyed: boolean): number =>
    counts.find((count) => count.version === version.number && count.obeyed === obeyed)?.agents ?? 0;
  const { stages } = version;
  /** For an optional stage. */
  const past = (stage: 'report' | 'share', is: Reached): Reached =>
    isOut || is === 'done' ? (stages.includes(stage) ? 'done' : 'skipped') : is;
  const shadow = past('report', state === 'shadow' ? 'now' : state === 'rolling' ? 'done' : 'later');
  const part = past('share', state === 'rolling' ? 'now' : state === 'back' ? 'bad' : 'later');
  return [
    {
      title: steps.draft,
      note: `${visible(shortName(version.authorName))}, ${dayText(Date.parse(version.createdAt))}`,
      is: 'done',
    },
    testStep(version),
    reviewStep(version, isOut),
    {
      title: steps.shadow,
      note:
        shadow === 'skipped'
          ? stepNotes.skipped
          : state === 'shadow'
            ? stepNotes.reported(agents(false))
            : '',
      is: shadow,
    },
    {
      title: steps.share(state === 'rolling' ? share : null),
      note:
        part === 'skipped' ? stepNotes.skipped : state === 'rolling' ? stepNotes.reported(agents(true)) : '',
      is: part,
    },
    {
      title: steps.all,
      note: state === 'active' ? stepNotes.everywhere : state === 'earlier' ? stepNotes.earlier : '',
      is: isOut ? 'done' : 'later',
    },
  ];
}

function testStep({ tests, objection }: PolicyVersion): RolloutStep {
  const { steps, stepNotes } = texts;
  const failed = tests.filter(({ expected, found }) => expected !== found).length;
  if (failed > 0) return { title: steps.tests, note: stepNotes.fail(failed), is: 'bad' };
  if (objection !== null) return { title: steps.tests, note: stepNotes.blocked, is: 'bad' };
  return {
    title: steps.tests,
    note: tests.length === 0 ? stepNotes.noTests : stepNotes.pass(tests.length),
    is: 'done',
  };
}

function reviewStep({ review, objection }: PolicyVersion, isOut: boolean): RolloutStep {
  const { steps, stepNotes } = texts;
  const name = (verdict: string): string =>
    visible(shortName(review.reviews.find((each) => each.verdict === verdict)?.name ?? ''));
  if (review.state === 'approved')
    return { title: steps.review, note: stepNotes.approvedBy(name('approve')), is: 'done' };
  if (review.state === 'rejected')
    return { title: steps.review, note: stepNotes.rejectedBy(name('reject')), is: 'bad' };
  if (review.state === 'needed' && !isOut)
    return { title: steps.review, note: stepNotes.needed, is: objection === null ? 'now' : 'later' };
  return { title: steps.review, note: stepNotes.notNeeded, is: 'done' };
}
