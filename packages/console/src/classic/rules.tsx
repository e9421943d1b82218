import { useCallback, useEffect, useState } from 'react';
import { ruleList, type ListedRule, type RuleList } from '@permesso/protocol/console/rules';
import { visible } from '@permesso/protocol/text/show-text';
import { get, send } from '../api.ts';
import { ImportExport } from './exchange.tsx';
import { HiddenFromAgents } from './hidden-tools.tsx';
import { Merges } from './merges.tsx';
import { Profiles } from './profiles.tsx';
import { Remembered } from './remembered.tsx';
import { emptyRule, RuleForm } from './rule-form.tsx';
import { groups, RuleTable } from './rule-table.tsx';
import { TargetSelect } from './target-select.tsx';
import { countText, errorText } from '../format.ts';

interface Filter {
  readonly text: string;
  readonly layer: string;
  readonly which: Which;
}

type Which = keyof typeof whichRules;

const whichRules = {
  all: { words: 'all', test: () => true },
  never: { words: 'never used', test: ({ hits }: ListedRule) => hits === 0 },
  findings: {
    words: 'that do less than they seem',
    test: ({ findings }: ListedRule) => findings.length > 0,
  },
  expiring: { words: 'that end', test: ({ expires }: ListedRule) => expires !== undefined },
} as const;

/** What is allowed, asked about, denied and hidden, where each rule comes from, and whether anybody needs it. */
export function Rules() {
  const [list, setList] = useState<RuleList>();
  const [project, setProject] = useState('');
  const [filter, setFilter] = useState<Filter>({ text: '', layer: '', which: 'all' });
  const [to, setTo] = useState('local');
  const [problem, setProblem] = useState('');
  const path = useCallback(
    (address: string): string =>
      project === '' ? address : `${address}?${new URLSearchParams({ project })}`,
    [project],
  );
  const load = useCallback(async () => {
    try {
      setList(await get(ruleList, path('/api/rules')));
    } catch (error) {
      setProblem(errorText(error));
    }
  }, [path]);
  useEffect(() => void load(), [load]);

  async function change(action: 'add' | 'remove' | 'edit' | 'tidy', body: object): Promise<boolean> {
    try {
      await send('POST', path(`/api/rules/${action}`), body);
      setProblem('');
      await load();
      return true;
    } catch (error) {
      setProblem(errorText(error));
      return false;
    }
  }

  if (list === undefined) return <p>{problem === '' ? 'Reading the policy…' : problem}</p>;
  const shown = list.rules.filter((rule) => matchesFilter(rule, filter));
  return (
    <section className="rules">
      <h1>Rules</h1>
      {list.broken !== undefined && <p className="problem">{visible(list.broken)}</p>}
      {list.frozen !== undefined && (
        <p className="warning">Everything is denied for now: {visible(list.frozen)}</p>
      )}
      <ProjectLine list={list} onProject={setProject} />
      <RuleForm
        label="New rule"
        start={emptyRule}
        button="Add"
        onSubmit={(words) => change('add', { ...words, to })}
      >
        <TargetSelect label="for" to={to} onChange={setTo} />
      </RuleForm>
      <p className="problem" role="alert">
        {visible(problem)}
      </p>
      <Profiles key={`profiles ${project}`} path={path} onWritten={load} />
      <ImportExport
        key={`exchange ${project}`}
        path={path}
        onAdd={(rule) => change('add', { ...rule, to: 'local' })}
      />
      <Merges merges={list.merges ?? []} path={path} onMerged={load} />
      <p>
        <button type="button" onClick={() => void change('tidy', {})}>
          Remove duplicates and expired rules
        </button>
      </p>
      {list.rules.length === 0 && <NoRules />}
      {list.rules.length > 0 && (
        <FilterLine rules={list.rules} shown={shown.length} filter={filter} onFilter={setFilter} />
      )}
      {groups.map(({ verdict, title }) => (
        <RuleTable
          key={verdict}
          title={title}
          rules={shown.filter((rule) => rule.verdict === verdict)}
          onChange={change}
        />
      ))}
      <Remembered />
      <HiddenFromAgents tools={list.tools ?? []} />
    </section>
  );
}

function matchesFilter(rule: ListedRule, { text, layer, which }: Filter): boolean {
  return (
    rule.text.toLowerCase().includes(text.toLowerCase()) &&
    (layer === '' || rule.layer === layer) &&
    whichRules[which].test(rule)
  );
}

function ProjectLine({
  list,
  onProject,
}: {
  readonly list: RuleList;
  readonly onProject: (project: string) => void;
}) {
  const { project = '', projects = [project] } = list;
  return (
    <p>
      <label>
        In{' '}
        <select
          value={project}
          disabled={projects.length < 2}
          onChange={(event) => onProject(event.currentTarget.value)}
        >
          {projects.map((each) => (
            <option key={each} value={each}>
              {visible(each)}
            </option>
          ))}
        </select>
      </label>{' '}
      mode <strong>{list.mode ?? 'default'}</strong>, {countText(list.rules.length, 'rule')};{' '}
      {countText(list.countedCalls ?? 0, 'call')} in the log.
    </p>
  );
}

interface FilterLineProps {
  readonly rules: readonly ListedRule[];
  readonly shown: number;
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
}

function FilterLine({ rules, shown, filter, onFilter }: FilterLineProps) {
  const layers = [...new Set(rules.map(({ layer }) => layer))];
  return (
    <div className="add">
      <label className="grow">
        Find{' '}
        <input
          type="search"
          value={filter.text}
          onChange={(event) => onFilter({ ...filter, text: event.currentTarget.value })}
        />
      </label>
      <label>
        Layer{' '}
        <select
          value={filter.layer}
          onChange={(event) => onFilter({ ...filter, layer: event.currentTarget.value })}
        >
          <option value="">all</option>
          {layers.map((layer) => (
            <option key={layer}>{layer}</option>
          ))}
        </select>
      </label>
      <label>
        Rules{' '}
        <select
          value={filter.which}
          onChange={(event) => onFilter({ ...filter, which: event.currentTarget.value as Which })}
        >
          {Object.entries(whichRules).map(([which, { words }]) => (
            <option key={which} value={which}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <span role="status">{countText(shown, 'rule')}</span>
    </div>
  );
}

function NoRules() {
  return (
    <div className="empty">
      <p>There are no rules yet: everything that is not plainly harmless is asked about.</p>
      <p>
        <code>permesso init</code> imports what your agents know already; or open <em>Profiles</em> above and
        compare <em>balanced</em>, for daily work; or add the first rule, such as <code>Bash(npm run:*)</code>
        .
      </p>
    </div>
  );
}
