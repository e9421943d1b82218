import type { ReactNode } from 'react';
import { useCallback, useEffect, useState } from 'react';
import {
  versionList,
  rollout as rolloutShape,
  rollbackList,
  type VersionCount,
  type Rollout,
  type Rollback,
  type VersionRow,
} from '@permesso/protocol/console/policy';
import type { TeamWho } from '@permesso/protocol/console/who';
import { get, hasRole } from '../api.ts';
import { AddVersion } from './policy-add.tsx';
import { Freeze } from './policy-freeze.tsx';
import { RollOut } from './policy-rollout.tsx';
import { Versions } from './policy-versions.tsx';
import { ReviewSetting } from './review-setting.tsx';
import { errorText } from '../format.ts';

export interface PolicyProps {
  readonly who: TeamWho;
  readonly project: string;
  /** Something about the organisation has changed: who is looked at again. */
  readonly onChanged: () => void;
  /** How another project is chosen. */
  readonly children: ReactNode;
}

/** Deny rates are looked at so often while somebody watches a roll-out. */
const lookEveryMs = 2000;

interface Known {
  readonly versions: readonly VersionRow[];
  readonly rollout: Rollout & { readonly counts: readonly VersionCount[] };
  readonly stop: Rollback | undefined;
}

/** The versions of a project's policy, their way to the agents, and the brake. */
export function Policy({ who, project, onChanged, children }: PolicyProps) {
  const [known, setKnown] = useState<Known>();
  const [problem, setProblem] = useState('');
  const load = useCallback(async () => {
    try {
      const path = `/v1/projects/${project}`;
      const [{ versions }, rollout, { stops }] = await Promise.all([
        get(versionList, `${path}/policies`),
        get(rolloutShape, `${path}/rollout`),
        get(rollbackList, `/api/stopped?project=${project}`),
      ]);
      setKnown({ versions, rollout, stop: stops[0] });
      setProblem('');
    } catch (error) {
      setProblem(errorText(error));
    }
  }, [project]);
  useEffect(() => {
    void load();
    const timer = setInterval(() => void load(), lookEveryMs);
    return () => clearInterval(timer);
  }, [load]);
  const isAuthor = hasRole(who, 'author', project);
  return (
    <section className="policy">
      <h1>Policy</h1>
      {children}
      <p className="problem" role="alert">
        {problem}
      </p>
      {known !== undefined && (
        <>
          <RollOut
            project={project}
            rollout={known.rollout}
            stop={known.stop}
            isAuthor={isAuthor}
            onChanged={load}
          />
          <Versions
            who={who}
            project={project}
            versions={known.versions}
            rollout={known.rollout}
            isAuthor={isAuthor}
            onChanged={load}
          />
          {isAuthor && (
            <AddVersion key={project} project={project} current={known.rollout.current} onAdded={load} />
          )}
          {!isAuthor && (
            <p className="hint">To add or publish a version you need the role author in this project.</p>
          )}
        </>
      )}
      <ReviewSetting who={who} />
      <Freeze who={who} project={project} onChanged={onChanged} />
    </section>
  );
}
