import { ChevronDown, Info, TriangleAlert } from 'lucide-react';
import { visible } from '@permesso/protocol/text';
import { momentText } from '../format.ts';
import { policyTexts as texts } from './texts.ts';
import { ChoiceMenu } from '../ui/choice-menu.tsx';
import { shownText } from '../ui/command-text.tsx';
import { LineTabs } from '../ui/line-tabs.tsx';
import { stateOf } from './policy-state.ts';
import { Rates } from './rates.tsx';
import { RolloutActions, type RolloutActionsProps } from './rollout-actions.tsx';
import { Stepper } from './stepper.tsx';
import { VersionChanges, VersionTests } from './version-changes.tsx';
import { StateTag } from './version-list.tsx';
import { VersionReviewPanel } from './version-review.tsx';

/** One version: its stage, its rates, its changes, its tests, and its reviews. */
export function VersionDetail(props: RolloutActionsProps) {
  const { state, known, version } = props;
  const { number, note, authorName, createdAt } = version;
  return (
    <article className="policy-main" aria-labelledby="version-title">
      <header className="page-head">
        <h2 id="version-title" aria-label={`${texts.version(number)}: ${visible(note)}`}>
          {texts.version(number)}
        </h2>
        <AllVersions state={state} known={known} />
        <span className="version-note">
          <span className="cut" aria-hidden>
            {visible(note)}
          </span>
          <span className="by">{texts.by(visible(authorName), momentText(Date.parse(createdAt)))}</span>
        </span>
        <RolloutActions {...props} />
      </header>
      <Notices {...props} />
      <section className="card" aria-label={texts.rollout}>
        <Stepper version={version} known={known} />
        <StepperFoot {...props} />
      </section>
      <Rates known={known} number={number} />
      <VersionTabs {...props} />
    </article>
  );
}

function AllVersions({ state, known }: Pick<RolloutActionsProps, 'state' | 'known'>) {
  return (
    <ChoiceMenu
      trigger={
        <button type="button" className="btn plain small phone-only">
          {texts.allVersions}
          <ChevronDown className="i" aria-hidden />
        </button>
      }
      groups={[
        {
          value: String(state.number),
          choices: known.versions.map((row) => ({
            value: String(row.number),
            title: `${texts.version(row.number)} ${visible(row.note)}`,
            note: <StateTag state={stateOf(row, known)} />,
          })),
          onChange: (version) => state.go({ version, tab: '' }),
        },
      ]}
    />
  );
}

function Notices({ known, version }: RolloutActionsProps) {
  const { candidate, review } = known.rollout;
  const { objection, number } = version;
  const isHeld = number === candidate && (review === 'needed' || review === 'rejected');
  const { stop } = known;
  const notices = [
    ...(objection === null ? [] : [texts.status.blocked(visible(objection))]),
    ...(isHeld ? [texts.status.held] : []),
    ...(candidate === null && stop?.bySelf === true
      ? [texts.status.stopped(visible(stop.version), momentText(Date.parse(stop.at)), visible(stop.why))]
      : []),
  ];
  return notices.map((notice) => (
    <p key={notice} className="notice ask">
      <TriangleAlert className="i" aria-hidden />
      <span>{notice}</span>
    </p>
  ));
}

/** The current state, and how far it is confirmed. */
function StepperFoot({ known, version: { number } }: RolloutActionsProps) {
  const { current, candidate, stage, share, counts } = known.rollout;
  const isCandidate = number === candidate;
  const others = stage === 'share' ? share : null;
  const agents = counts
    .filter(({ version }) => version === number)
    .reduce((most, count) => Math.max(most, count.agents), 0);
  return (
    <div className="stepper-foot">
      <Info className="i" aria-hidden />
      <p role="status">
        <b>
          {isCandidate && stage === 'share' && texts.status.share(number, share ?? 0)}
          {isCandidate && stage !== 'share' && texts.status.shadow(number)}
          {number === current && texts.status.active(number, others)}
          {!isCandidate && number !== current && texts.status.notThis}
        </b>{' '}
        {(isCandidate || number === current) && texts.status.reported(agents)}
        {!isCandidate &&
          number !== current &&
          (current === null ? texts.status.none : texts.status.active(current, others))}
      </p>
    </div>
  );
}

function VersionTabs({ who, state, version }: RolloutActionsProps) {
  const { number, changes, tests, review, text } = version;
  const failed = tests.filter(({ expected, found }) => expected !== found).length;
  const counted = (direction: string): number =>
    changes.filter((change) => change.direction === direction).length;
  const first = failed > 0 ? 'tests' : 'changes';
  return (
    <LineTabs
      label={texts.about(number)}
      value={state.address.tab ?? first}
      onChange={(tab) => state.go({ tab })}
      note={changes.length > 0 && texts.changes.sums(counted('looser'), counted('stricter'))}
      tabs={[
        {
          value: 'changes',
          title: texts.tabs.changes,
          count: changes.length,
          content: <VersionChanges version={version} />,
        },
        {
          value: 'text',
          title: texts.tabs.text,
          content: (
            <pre className="policy-text" tabIndex={0} aria-label={texts.textOf(number)}>
              {shownText(text)}
            </pre>
          ),
        },
        {
          value: 'tests',
          title: texts.tabs.tests,
          count: failed > 0 ? failed : tests.length,
          isBad: failed > 0,
          content: <VersionTests version={version} />,
        },
        {
          value: 'review',
          title: texts.tabs.review,
          count: review.state === 'needed' ? texts.tabs.needed : review.reviews.length,
          isBad: review.state === 'needed' || review.state === 'rejected',
          content: <VersionReviewPanel who={who} state={state} version={version} />,
        },
      ]}
    />
  );
}
