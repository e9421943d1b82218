import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { get, post, visible, type ListedRule, type RuleList, type Verdict } from './api.ts';
import { Exchange } from './exchange.tsx';
import { VerdictMark } from './verdict.tsx';
import { counted, wordsOf } from './words.ts';

const groups: readonly { readonly verdict: Verdict; readonly title: string }[] = [
  { verdict: 'deny', title: 'Never' },
  { verdict: 'ask', title: 'Asked about' },
  { verdict: 'allow', title: 'Allowed' },
];

/** What is allowed, asked about and denied, where each rule comes from, and whether anybody needs it. */
export function Rules() {
  const [list, setList] = useState<RuleList>();
  const [filter, setFilter] = useState('');
  const [problem, setProblem] = useState('');
  const load = useCallback(async () => {
    try {
      setList(await get<RuleList>('/api/rules'));
    } catch (error) {
      setProblem(wordsOf(error));
    }
  }, []);
  useEffect(() => void load(), [load]);

  async function change(action: 'add' | 'remove' | 'tidy', body: object): Promise<boolean> {
    try {
      await post(`/api/rules/${action}`, body);
      setProblem('');
      await load();
      return true;
    } catch (error) {
      setProblem(wordsOf(error));
      return false;
    }
  }

  if (list === undefined) return <p>{problem === '' ? 'Reading the policy…' : problem}</p>;
  const shown = list.rules.filter(({ text }) => text.toLowerCase().includes(filter.toLowerCase()));
  return (
    <section class="rules">
      <h1>Rules</h1>
      {list.broken !== undefined && <p class="problem">{visible(list.broken)}</p>}
      {list.frozen !== undefined && (
        <p class="warning">Everything is denied for now: {visible(list.frozen)}</p>
      )}
      <p>
        Mode <strong>{list.mode ?? 'default'}</strong>. {counted(list.rules.length, 'rule')};{' '}
        {counted(list.countedCalls ?? 0, 'call')} in the log.
      </p>
      <AddRule onAdd={(body) => change('add', body)} />
      <p class="problem" role="alert">
        {problem}
      </p>
      <Exchange onAdd={(rule) => change('add', { ...rule, to: 'local' })} />
      <p>
        <button type="button" onClick={() => void change('tidy', {})}>
          Remove duplicates and expired rules
        </button>
      </p>
      <label>
        Find <input type="search" value={filter} onInput={(event) => setFilter(event.currentTarget.value)} />
      </label>
      {list.rules.length === 0 && (
        <div class="empty">
          <p>There are no rules yet: everything that is not plainly harmless is asked about.</p>
          <p>
            <code>permesso init</code> imports what your agents know already and proposes a preset, or add the
            first one above, such as <code>Bash(npm run:*)</code>.
          </p>
        </div>
      )}
      {groups.map(({ verdict, title }) => (
        <RuleTable
          key={verdict}
          title={title}
          rules={shown.filter((rule) => rule.verdict === verdict)}
          onRemove={(rule) => void change('remove', { verdict, rule: rule.text, to: rule.layer })}
        />
      ))}
    </section>
  );
}

interface RuleTableProps {
  readonly title: string;
  readonly rules: readonly ListedRule[];
  readonly onRemove: (rule: ListedRule) => void;
}

/** Layers that belong to the person or the project; the others are somebody else's to change. */
const editable: ReadonlySet<string> = new Set(['project', 'local', 'user']);

function RuleTable({ title, rules, onRemove }: RuleTableProps) {
  if (rules.length === 0) return null;
  return (
    <>
      <h2>{title}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Rule</th>
            <th scope="col">From</th>
            <th scope="col">Used</th>
            <th scope="col">
              <span class="unseen">Change</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rules.map((rule) => (
            <tr key={`${rule.key}${rule.file}${rule.line}`}>
              <td>
                <VerdictMark verdict={rule.verdict} /> <code>{visible(rule.text)}</code>
                {!rule.trusted && <span class="note">not trusted yet</span>}
                {rule.findings.map((finding) => (
                  <span class="note" key={finding}>
                    {visible(finding)}
                  </span>
                ))}
              </td>
              <td title={rule.file}>
                {rule.layer}
                {rule.line !== undefined && `, line ${rule.line}`}
              </td>
              <td>
                {rule.hits === 0 ? 'never' : `${counted(rule.hits, 'time')}, ${rule.lastUsed?.slice(0, 10)}`}
              </td>
              <td>
                {editable.has(rule.layer) && (
                  <button type="button" onClick={() => onRemove(rule)} aria-label={`Remove ${rule.text}`}>
                    Remove
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function AddRule({ onAdd }: { readonly onAdd: (body: object) => Promise<boolean> }) {
  const field = useRef<HTMLInputElement>(null);
  const [rule, setRule] = useState('');
  const [verdict, setVerdict] = useState<Verdict>('allow');
  const [to, setTo] = useState('local');
  const [expires, setExpires] = useState('');
  return (
    <form
      class="add"
      onSubmit={(event) => {
        event.preventDefault();
        // What stands in the field, not what was drawn last: Enter may come right behind the last letter.
        const written = field.current?.value ?? '';
        if (written.trim() === '') return;
        void onAdd({ verdict, rule: written, to, expires }).then((done) => done && setRule(''));
      }}
    >
      <label>
        <span class="unseen">Verdict</span>
        <select value={verdict} onChange={(event) => setVerdict(event.currentTarget.value as Verdict)}>
          {groups.map((group) => (
            <option key={group.verdict}>{group.verdict}</option>
          ))}
        </select>
      </label>
      <label class="grow">
        <span class="unseen">New rule</span>
        <input
          ref={field}
          value={rule}
          placeholder="Bash(npm run:*)"
          onInput={(event) => setRule(event.currentTarget.value)}
        />
      </label>
      <label>
        for{' '}
        <select value={to} onChange={(event) => setTo(event.currentTarget.value)}>
          <option value="local">me, in this project</option>
          <option value="project">everybody in this project</option>
          <option value="user">me, everywhere</option>
        </select>
      </label>
      <label>
        until <input type="date" value={expires} onInput={(event) => setExpires(event.currentTarget.value)} />
      </label>
      <button type="submit">Add</button>
    </form>
  );
}
