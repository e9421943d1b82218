import { useQuery } from '@tanstack/react-query';
import { Link2, Unlink2 } from 'lucide-react';
import { useState } from 'react';
import { teamLog, type TeamLogState, type TeamStats } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { momentText } from '../activity/words.ts';
import { get } from '../api.ts';
import { durationText, errorText } from '../format.ts';
import { teamActivityTexts as texts } from '../texts/team-activity.ts';
import '../styles/team.css';

/** The record in one line: how much, how often people were asked, and whether it is whole. */
export function RecordLine({ stats }: { readonly stats: TeamStats | undefined }) {
  const { decisions, approvalRate, medianWaitMs } = stats ?? {};
  const shown = (count: number | undefined): string => count?.toLocaleString('en') ?? '–';
  const calls = decisions && decisions.allow + decisions.ask + decisions.deny;
  const figures: readonly (readonly [name: string, value: string])[] = [
    [texts.figures.calls, shown(calls)],
    [texts.figures.asked, shown(decisions?.ask)],
    [texts.figures.denied, shown(decisions?.deny)],
    [texts.figures.approved, approvalRate === undefined ? '–' : `${Math.round(approvalRate * 100)} %`],
    [texts.figures.wait, medianWaitMs === undefined ? '–' : durationText(medianWaitMs)],
  ];
  return (
    <div className="log-line">
      <dl>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {stats !== undefined && <span className="dim">{texts.figures.days(stats.days)}</span>}
      <RecordState />
    </div>
  );
}

/** What is wrong with the chains of agents, and the signed head of the organisation's log. */
function RecordState() {
  const { data, error } = useQuery({ queryKey: ['team-log'], queryFn: () => get(teamLog, '/api/log') });
  const [isOpen, setOpen] = useState(false);
  const wrong = data?.findings.length ?? 0;
  const Icon = wrong > 0 ? Unlink2 : Link2;
  const isShown = isOpen || wrong > 0;
  return (
    <div className="integrity">
      <p>
        <Icon className={`i ${wrong > 0 ? 'bad' : data?.checkpoint === undefined ? '' : 'ok'}`} aria-hidden />
        <span>
          {texts.log.title}{' '}
          <strong className={wrong > 0 ? 'bad' : undefined}>
            {error === null ? stateWords(data) : visible(errorText(error))}
          </strong>
        </span>
        {data !== undefined && wrong === 0 && (
          <button type="button" className="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {texts.log.show}
          </button>
        )}
      </p>
      {data !== undefined && isShown && <RecordDetail log={data} />}
    </div>
  );
}

function stateWords(log: TeamLogState | undefined): string {
  if (log === undefined) return texts.log.looking;
  return log.findings.length > 0 ? texts.log.wrong(log.findings.length) : texts.log.whole;
}

function RecordDetail({ log: { findings, checkpoint } }: { readonly log: TeamLogState }) {
  return (
    <div className="record-detail">
      {findings.length === 0 ? (
        <p className="dim">{texts.log.nothing}</p>
      ) : (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{texts.log.columns.agent}</th>
              <th scope="col">{texts.log.columns.what}</th>
              <th scope="col">{texts.log.columns.entries}</th>
              <th scope="col">{texts.log.columns.found}</th>
            </tr>
          </thead>
          <tbody>
            {findings.map(({ id, agent, agentName, what, first, last, rules, foundAt }) => (
              <tr key={id}>
                <td>{visible(agentName ?? agent)}</td>
                <td>
                  {texts.log.meanings[what] ?? visible(what)}
                  {rules !== null && `: ${visible(rules.join(', '))}`}
                </td>
                <td>{first === null ? '' : first === last ? first : texts.log.span(first, last ?? first)}</td>
                <td>{momentText(Date.parse(foundAt))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {checkpoint === undefined ? (
        <p className="dim">{texts.log.noHead}</p>
      ) : (
        <>
          <p className="dim">
            {texts.log.head(checkpoint.size, momentText(Date.parse(checkpoint.at)))} {texts.log.keep}{' '}
            <code>permesso log verify --server</code> {texts.log.verify}
          </p>
          <pre className="raw" tabIndex={0} role="region" aria-label={texts.log.headName}>
            {JSON.stringify(checkpoint, undefined, 2)}
          </pre>
        </>
      )}
    </div>
  );
}
