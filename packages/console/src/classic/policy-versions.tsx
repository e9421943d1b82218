import { useEffect, useState } from 'react';
import {
  policyVersion,
  type Rollout,
  type PolicyVersion,
  type VersionRow,
} from '@permesso/protocol/console/policy';
import { visible } from '@permesso/protocol/text/show-text';
import type { TeamWho } from '@permesso/protocol/console/who';
import { get } from '../api.ts';
import { VersionView } from './policy-version.tsx';
import { errorText } from '../format.ts';

export interface VersionsProps {
  readonly who: TeamWho;
  readonly project: string;
  readonly versions: readonly VersionRow[];
  readonly rollout: Rollout;
  readonly isAuthor: boolean;
  readonly onChanged: () => Promise<void>;
}

/** All versions, the newest first, and the one that is open. */
export function Versions({ who, project, versions, rollout, isAuthor, onChanged }: VersionsProps) {
  const [chosen, setChosen] = useState<number>();
  const [open, setOpen] = useState<PolicyVersion>();
  const [problem, setProblem] = useState('');
  const number = chosen ?? versions[0]?.number;
  const reviewedAt = versions.find((version) => version.number === number)?.reviewedAt;
  useEffect(() => {
    setOpen((version) => (version?.number === number ? version : undefined));
    if (number === undefined) return undefined;
    let isStale = false;
    get(policyVersion, `/v1/projects/${project}/policies/${number}`).then(
      (version) => isStale || setOpen(version),
      (error: unknown) => isStale || setProblem(errorText(error)),
    );
    return () => {
      isStale = true;
    };
    // What it makes looser is told against the version in force, and somebody may review it meanwhile.
  }, [project, number, reviewedAt, rollout.current]);
  if (versions.length === 0)
    return (
      <div className="empty">
        <p>There is no version yet. Write the first one below: rules, and tests that say what they mean.</p>
      </div>
    );
  return (
    <section aria-label="Versions">
      <h2>Versions</h2>
      <div className="inbox">
        <ul className="rows">
          {versions.map((version) => (
            <li key={version.number}>
              <button
                type="button"
                aria-current={version.number === number ? 'true' : undefined}
                onClick={() => setChosen(version.number)}
              >
                <span className="who">{version.number}</span>
                <span className="grow">
                  {visible(version.note)}
                  <span className="note">
                    {visible(version.authorName)}, {version.createdAt.slice(0, 10)}
                  </span>
                </span>
                <span className="since">{stateOf(version, rollout)}</span>
              </button>
            </li>
          ))}
        </ul>
        {open !== undefined && (
          <VersionView
            key={open.number}
            who={who}
            project={project}
            version={open}
            rollout={rollout}
            author={open.authorName}
            isAuthor={isAuthor}
            onChanged={onChanged}
          />
        )}
        <p className="problem" role="alert">
          {problem}
        </p>
      </div>
    </section>
  );
}

function stateOf({ number, objection, publishedAt }: VersionRow, { current, candidate }: Rollout): string {
  if (number === current) return 'in force';
  if (number === candidate) return 'on its way';
  if (objection !== null) return 'not publishable';
  return publishedAt === null ? 'draft' : 'was published';
}
