import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { ruleList, type RuleList } from '@permesso/protocol/console/rules';
import { visible } from '@permesso/protocol/text/show-text';
import type { TeamWho } from '@permesso/protocol/console/who';
import { get } from '../api.ts';
import { ImportExport } from './exchange.tsx';
import { groups, RuleTable } from './rule-table.tsx';
import { TeamGrants } from './team-grants.tsx';
import { countText, errorText } from '../format.ts';

export interface TeamRulesProps {
  readonly who: TeamWho;
  readonly project: string;
  /** How another project is chosen. */
  readonly children: ReactNode;
}

/** What the published policy of a project says. It is changed by a new version, not here. */
export function TeamRules({ who, project, children }: TeamRulesProps) {
  const [list, setList] = useState<RuleList>();
  const [filter, setFilter] = useState('');
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let isStale = false;
    get(ruleList, `/api/rules?project=${project}`).then(
      (now) => isStale || setList(now),
      (error: unknown) => isStale || setProblem(errorText(error)),
    );
    return () => {
      isStale = true;
    };
  }, [project]);
  if (list === undefined) return <p>{problem === '' ? 'Reading the policy…' : problem}</p>;
  const shown = list.rules.filter(({ text }) => text.toLowerCase().includes(filter.toLowerCase()));
  return (
    <section className="rules">
      <h1>Rules</h1>
      {children}
      {list.frozen !== undefined && (
        <p className="warning">Everything is denied for now: {visible(list.frozen)}</p>
      )}
      {list.version === undefined ? (
        <div className="empty">
          <p>
            Nothing is published for this project yet: its agents decide by the rules of their own machines.
          </p>
          <p>
            An author adds a version on the page <a href="#policy">Policy</a> and publishes it.
          </p>
        </div>
      ) : (
        <>
          <p>
            Version {list.version} is in force, mode <strong>{list.mode ?? 'default'}</strong>.{' '}
            {countText(list.rules.length, 'rule')}. It is changed by a new version on the page{' '}
            <a href="#policy">Policy</a>.
          </p>
          <label>
            Find{' '}
            <input type="search" value={filter} onChange={(event) => setFilter(event.currentTarget.value)} />
          </label>
          {groups.map(({ verdict, title }) => (
            <RuleTable key={verdict} title={title} rules={shown.filter((rule) => rule.verdict === verdict)} />
          ))}
          <ImportExport path={(path) => `${path}?project=${project}`} />
          <TeamGrants who={who} state="granted" project={project} />
        </>
      )}
    </section>
  );
}
