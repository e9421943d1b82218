import { useEffect, useState } from 'react';
import { teamLog, type TeamLogState } from '@permesso/protocol/console/activity';
import { visible } from '@permesso/protocol/text/show-text';
import { get } from '../api.ts';
import { countText, errorText } from '../format.ts';

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
  const [log, setLog] = useState<TeamLogState>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    get(teamLog, '/api/log').then(setLog, (error: unknown) => setProblem(errorText(error)));
  }, []);
  const { findings, checkpoint } = log ?? {};
  const count = findings?.length ?? 0;
  return (
    <details className="log" open={count > 0}>
      <summary>
        {problem !== '' && problem}
        {problem === '' && findings === undefined && 'Looking at the record…'}
        {findings !== undefined &&
          (count === 0
            ? 'The record is whole: nothing is wrong with what agents have sent'
            : `${countText(count, 'thing is', 'things are')} wrong with what agents have sent`)}
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
            {countText(checkpoint.size, 'batch', 'batches')}, sealed{' '}
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
