import { Link2, Unlink2 } from 'lucide-react';
import { useState } from 'react';
import { teamLog, type TeamLogState } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { errorText, momentText } from '../format.ts';
import { activityTexts } from './texts.ts';
import { useGet } from '../session/use-get.ts';

const texts = activityTexts.record;

/** Problems in agents' chains, and the signed head of the organisation's log. */
export function RecordState() {
  const { data, error } = useGet('team-log', teamLog, '/api/log');
  const [isOpen, setOpen] = useState(false);
  const wrong = data?.findings.length ?? 0;
  const Icon = wrong > 0 ? Unlink2 : Link2;
  const isShown = isOpen || wrong > 0;
  return (
    <div className="integrity">
      <p>
        <Icon className={`i ${wrong > 0 ? 'bad' : data?.checkpoint === undefined ? '' : 'ok'}`} aria-hidden />
        <span>
          {texts.title}{' '}
          <strong className={wrong > 0 ? 'bad' : undefined}>
            {error === null ? stateWords(data) : visible(errorText(error))}
          </strong>
        </span>
        {data !== undefined && wrong === 0 && (
          <button type="button" className="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {texts.show}
          </button>
        )}
      </p>
      {data !== undefined && isShown && <RecordDetail log={data} />}
    </div>
  );
}

function stateWords(log: TeamLogState | undefined): string {
  if (log === undefined) return texts.looking;
  return log.findings.length > 0 ? texts.wrong(log.findings.length) : texts.whole;
}

function RecordDetail({ log: { findings, checkpoint } }: { readonly log: TeamLogState }) {
  return (
    <div className="record-detail">
      {findings.length === 0 ? (
        <p className="dim">{texts.nothing}</p>
      ) : (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{texts.columns.agent}</th>
              <th scope="col">{texts.columns.what}</th>
              <th scope="col">{texts.columns.entries}</th>
              <th scope="col">{texts.columns.found}</th>
            </tr>
          </thead>
          <tbody>
            {findings.map(({ id, agent, agentName, what, first, last, rules, foundAt }) => (
              <tr key={id}>
                <td>{visible(agentName ?? agent)}</td>
                <td>
                  {texts.meanings[what] ?? visible(what)}
                  {rules !== null && `: ${visible(rules.join(', '))}`}
                </td>
                <td>{first === null ? '' : first === last ? first : texts.span(first, last ?? first)}</td>
                <td>{momentText(Date.parse(foundAt))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {checkpoint === undefined ? (
        <p className="dim">{texts.noHead}</p>
      ) : (
        <>
          <p className="dim">
            {texts.head(checkpoint.size, momentText(Date.parse(checkpoint.at)))} {texts.keep}{' '}
            <code>permesso log verify --server</code> {texts.verify}
          </p>
          <pre className="raw" tabIndex={0} role="region" aria-label={texts.headName}>
            {JSON.stringify(checkpoint, undefined, 2)}
          </pre>
        </>
      )}
    </div>
  );
}
