import { useState } from 'react';
import { type Rollout, type PolicyVersion } from '@permesso/protocol/console/policy';
import { visible } from '@permesso/protocol/text/show-text';
import type { TeamWho } from '@permesso/protocol/console/who';
import { send } from '../api.ts';
import { Review } from './policy-review.tsx';
import { ConfirmAction } from './confirm-action.tsx';
import { countText, errorText } from '../format.ts';

export interface VersionViewProps {
  readonly who: TeamWho;
  readonly project: string;
  readonly version: PolicyVersion;
  readonly rollout: Rollout;
  readonly author: string;
  readonly isAuthor: boolean;
  readonly onChanged: () => Promise<void>;
}

/** One version: what it changes, what its tests say, its text, and its way to the agents. */
export function VersionView(props: VersionViewProps) {
  const { who, project, version, rollout, author, isAuthor, onChanged } = props;
  const [said, setSaid] = useState('');
  const { number, text, note, objection, createdAt } = version;
  async function step(stage: 'report' | 'all', done: string): Promise<void> {
    try {
      await send('POST', `/v1/projects/${project}/rollout`, { version: number, stage });
      setSaid(done);
    } catch (error) {
      setSaid(errorText(error));
    }
    await onChanged();
  }
  const mayPublish = version.review.state === 'not needed' || version.review.state === 'approved';
  const isIdle = number !== rollout.current && number !== rollout.candidate;
  return (
    <article className="question" aria-labelledby="version-title">
      <h3 id="version-title">
        PolicyVersion {number}: {visible(note)}
      </h3>
      <p className="facts">
        <span>by {visible(author)}</span>
        <span>{createdAt.slice(0, 16).replace('T', ' ')}</span>
      </p>
      {objection !== null && <p className="warning">It cannot be published: {visible(objection)}.</p>}
      {isAuthor && isIdle && objection === null && (
        <div className="add">
          <button
            type="button"
            onClick={() =>
              void step('report', `Version ${number} is reported by every agent, and obeyed by none.`)
            }
          >
            Report version {number} first
          </button>
          {mayPublish && (
            <ConfirmAction
              label={`Publish version ${number} to all`}
              question={`Every agent of the project obeys version ${number} from now on?`}
              onYes={() => void step('all', `Version ${number} is in force.`)}
            />
          )}
        </div>
      )}
      <p role="status">{said}</p>
      {number !== rollout.current && objection === null && (
        <Review who={who} project={project} version={version} onChanged={onChanged} />
      )}
      <Changes version={version} />
      <Tests version={version} />
      <h4>Text</h4>
      <pre className="whole" tabIndex={0} aria-label={`The text of version ${number}`}>
        {text.split('\n').map(visible).join('\n')}
      </pre>
    </article>
  );
}

function Changes({ version: { changes, number } }: { readonly version: PolicyVersion }) {
  if (number === 1) return <p className="hint">The first version: there was none to compare it with.</p>;
  if (changes.length === 0)
    return (
      <p className="hint">Nothing becomes looser or stricter against the version in force then, if any.</p>
    );
  return (
    <>
      <h4>What it changes</h4>
      <ul className="changes">
        {changes.map(({ direction, text }) => (
          <li key={text}>
            <span className={`direction ${direction}`}>{direction === 'none' ? 'same' : direction}</span>{' '}
            {visible(text)}
          </li>
        ))}
      </ul>
    </>
  );
}

function Tests({ version: { tests } }: { readonly version: PolicyVersion }) {
  const failed = tests.filter(({ expected, found }) => expected !== found);
  return (
    <details open={failed.length > 0}>
      <summary>
        {countText(tests.length, 'test')}
        {tests.length > 0 && (failed.length === 0 ? ', all pass' : `, ${failed.length} fail`)}
      </summary>
      <ul className="changes">
        {tests.map(({ call, line, expected, found }, at) => (
          <li key={at}>
            <span className={`direction ${expected === found ? 'stricter' : 'fails'}`}>
              {expected === found ? 'passes' : 'fails'}
            </span>{' '}
            <code>{visible(call)}</code> is {found}
            {expected !== found && `, and should be ${expected}`} (line {line})
          </li>
        ))}
      </ul>
    </details>
  );
}
