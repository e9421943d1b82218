import { useEffect, useState } from 'preact/hooks';
import { get, visible } from './api.ts';
import { counted, wordsOf } from './words.ts';

interface Checkpoint {
  readonly size: number;
  readonly root: string;
  readonly at: string;
  readonly signature: string;
}

interface Finding {
  readonly id: string;
  readonly agent: string;
  readonly agentName: string | null;
  readonly what: string;
  readonly first: number | null;
  readonly last: number | null;
  /** Rules that the agent left out of its question. */
  readonly rules: readonly string[] | null;
  readonly foundAt: string;
}

interface Log {
  readonly findings: readonly Finding[];
  /** Absent while no agent has sent anything. */
  readonly checkpoint?: Checkpoint;
}

const meanings: Readonly<Record<string, string>> = {
  gap: 'entries are missing',
  unlinked: 'an entry does not continue the one before it',
  changed: 'an entry was changed after it was written',
  foreign: 'an entry of another log',
  forked: 'two entries with one number',
  understated: 'its approval request named fewer rules than the policy asks by',
};

/** Whether the record is whole: what is wrong with the chains of agents, and the signed head of the organisation's log. */
export function TeamLog() {
  const [log, setLog] = useState<Log>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    get<Log>('/api/log').then(setLog, (error: unknown) => setProblem(wordsOf(error)));
  }, []);
  const { findings, checkpoint } = log ?? {};
  const count = findings?.length ?? 0;
  return (
    <details class="log" open={count > 0}>
      <summary>
        {problem !== '' && problem}
        {problem === '' && findings === undefined && 'Looking at the record…'}
        {findings !== undefined &&
          (count === 0
            ? 'The record is whole: nothing is wrong with what agents have sent'
            : `${counted(count, 'thing is', 'things are')} wrong with what agents have sent`)}
      </summary>
      {count > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Agent</th>
              <th scope="col">What</th>
              <th scope="col">Entries</th>
              <th scope="col">Found</th>
            </tr>
          </thead>
          <tbody>
            {findings?.map(({ id, agent, agentName, what, first, last, rules, foundAt }) => (
              <tr key={id}>
                <td>{visible(agentName ?? agent)}</td>
                <td>
                  {meanings[what] ?? what}
                  {rules !== null && `: ${visible(rules.join(', '))}`}
                </td>
                <td>{first === null ? '' : first === last ? first : `${first} to ${last}`}</td>
                <td>{foundAt.slice(0, 16).replace('T', ' ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {checkpoint === undefined ? (
        <p>The log has no head yet: no agent has sent anything.</p>
      ) : (
        <>
          <p>
            {counted(checkpoint.size, 'batch', 'batches')}, sealed{' '}
            {checkpoint.at.slice(0, 19).replace('T', ' ')}. Keep this head somewhere else: with it, a log that
            was changed later cannot pass for the same. <code>permesso log verify --server</code> checks it
            without this server.
          </p>
          <pre>{JSON.stringify(checkpoint, undefined, 2)}</pre>
        </>
      )}
    </details>
  );
}
