import { useState } from 'react';
import { type VersionCount, type Rollout, type Rollback } from '@permesso/protocol/console/policy';
import { visible } from '@permesso/protocol/text/show-text';
import { send } from '../api.ts';
import { ConfirmAction } from './confirm-action.tsx';
import { errorText } from '../format.ts';

export interface RollOutProps {
  readonly project: string;
  readonly rollout: Rollout & { readonly counts: readonly VersionCount[] };
  /** The last version that was taken back on its way. */
  readonly stop: Rollback | undefined;
  readonly isAuthor: boolean;
  readonly onChanged: () => Promise<void>;
}

/** Which version is obeyed, which is on its way, and how both do. */
export function RollOut({ project, rollout, stop, isAuthor, onChanged }: RollOutProps) {
  const [share, setShare] = useState('10');
  const [said, setSaid] = useState('');
  const { current, candidate, stage, counts } = rollout;
  async function act(work: () => Promise<unknown>, done: string): Promise<void> {
    try {
      await work();
      setSaid(done);
    } catch (error) {
      setSaid(errorText(error));
    }
    await onChanged();
  }
  const isHeld = rollout.review === 'needed' || rollout.review === 'rejected';
  const path = `/v1/projects/${project}/rollout`;
  const step = (body: object, done: string): void =>
    void act(() => send('POST', path, { version: candidate, ...body }), done);
  return (
    <section aria-label="Roll-out">
      <h2>In force</h2>
      <p>
        {current === null ? 'No version is in force yet.' : `Version ${current} is obeyed by every agent`}
        {current !== null && (candidate !== null && stage === 'share' ? ' but the share below.' : '.')}
      </p>
      {candidate !== null && (
        <>
          <p>
            Version {candidate} is on its way: <strong>{stageWords(rollout)}</strong>
          </p>
          {isHeld && (
            <p className="warning">
              Needs review by a second person before any agent obeys it: see the version below.
            </p>
          )}
          {isAuthor && (
            <div className="add">
              <label>
                Share in a hundred{' '}
                <input
                  type="number"
                  min={1}
                  max={99}
                  value={share}
                  onChange={(event) => setShare(event.currentTarget.value)}
                />
              </label>
              <button
                type="button"
                onClick={() =>
                  step({ stage: 'share', share: Number(share) }, `${share} of a hundred agents obey it now.`)
                }
              >
                Let this share obey it
              </button>
              <ConfirmAction
                label={`Let all obey version ${candidate}`}
                question={`Every agent of the project obeys version ${candidate} from now on?`}
                onYes={() => step({ stage: 'all' }, `Version ${candidate} is in force.`)}
              />
              <button
                type="button"
                className="deny"
                onClick={() => void act(() => send('DELETE', path), `Version ${candidate} was taken back.`)}
              >
                Take it back
              </button>
            </div>
          )}
        </>
      )}
      <p role="status">{said}</p>
      {candidate === null && stop?.bySelf === true && (
        <p className="warning">
          Version {stop.version} was stopped by the server, {stop.at.slice(0, 16).replace('T', ' ')}:{' '}
          {visible(stop.why)}. Every agent obeys the version before it.
        </p>
      )}
      <Counts counts={counts} rollout={rollout} />
    </section>
  );
}

function stageWords({ stage, share }: Rollout): string {
  return stage === 'report'
    ? 'reported only. It is decided beside the version in force, counted, and obeyed by nobody.'
    : `obeyed by ${share} of a hundred agents.`;
}

/** The rates from which a jump of denials is told; the server stops such a version by itself. */
function Counts({
  counts,
  rollout,
}: Pick<RollOutProps, 'rollout'> & { readonly counts: readonly VersionCount[] }) {
  const { current, candidate } = rollout;
  const shown = counts.filter(({ version }) => version === current || version === candidate);
  if (shown.length === 0)
    return candidate === null ? null : <p className="hint">No agent has counted anything under it yet.</p>;
  return (
    <>
      <p className="hint">
        What agents counted, as it comes in. A version that denies more than twice as often as the one in
        force, and more than five in a hundred above it, is stopped by the server.
      </p>
      <div className="scroll" tabIndex={0} role="region" aria-label="What agents counted">
        <table className="counts">
          <thead>
            <tr>
              <th scope="col">Version</th>
              <th scope="col">Agents</th>
              <th scope="col">Decisions</th>
              <th scope="col">Asked</th>
              <th scope="col">Denied</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ version, obeyed, agents, decisions, denials, asks = 0 }) => (
              <tr key={`${version} ${obeyed}`}>
                <td>
                  {version}, {obeyed ? 'obeyed' : 'reported'}
                </td>
                <td>{agents.toLocaleString('en')}</td>
                <td>{Math.round(decisions).toLocaleString('en')}</td>
                <td>{rate(asks, decisions)}</td>
                <td>
                  <meter
                    min={0}
                    max={1}
                    value={decisions === 0 ? 0 : denials / decisions}
                    aria-label={`Denied under version ${version}`}
                  />{' '}
                  {rate(denials, decisions)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function rate(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)} %`;
}
