import { Link2, Unlink2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { CallStats, LogIntegrityState } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { useIntegrity, useVerifyLog } from '../session/integrity-query.ts';
import { durationText, errorText } from '../format.ts';
import { activityTexts } from './texts.ts';
import type { ActivitySource } from './activity-source.ts';
import { RecordState } from './record-state.tsx';

const texts = activityTexts.line;

export interface LogLineProps {
  readonly stats: CallStats | undefined;
  readonly source: ActivitySource;
}

/** The log in one line: its size, how often a person was asked, and whether it is intact. */
export function LogLine({ stats, source }: LogLineProps) {
  const { decisions, approvalRate, medianWaitMs, entries, counting, days } = stats ?? {};
  const shown = (count: number | undefined): string => count?.toLocaleString('en') ?? '–';
  const isLocal = source.name === 'local';
  const figures: readonly (readonly [name: string, value: string])[] = [
    [texts.calls, shown(decisions && decisions.allow + decisions.ask + decisions.deny)],
    [texts.asked, shown(decisions?.ask)],
    [texts.denied, shown(decisions?.deny)],
    [texts.approved, approvalRate === undefined ? '–' : `${Math.round(approvalRate * 100)} %`],
    [texts.wait, medianWaitMs === undefined ? '–' : durationText(medianWaitMs)],
    ...(isLocal ? [[counting === false ? texts.entries : texts.entriesSoFar, shown(entries)] as const] : []),
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
      {days !== undefined && <span className="dim">{texts.days(days)}</span>}
      {isLocal ? <Integrity /> : <RecordState />}
    </div>
  );
}

/** Every entry continues from the previous one, and none was removed. */
function Integrity() {
  const { data, error } = useIntegrity();
  const verify = useVerifyLog();
  const [isChecking, setChecking] = useState(false);
  const [problem, setProblem] = useState('');
  const begun = useRef(false);

  async function check(): Promise<void> {
    begun.current = true;
    setChecking(true);
    try {
      await verify();
      setProblem('');
    } catch (failed) {
      setProblem(errorText(failed));
    }
    setChecking(false);
  }
  // Checking a long log takes a minute of processor time, so it runs only on request.
  useEffect(() => {
    if (data?.at === undefined && data?.isShort === true && !begun.current) void check();
  }, [data]);

  const failed = problem || (error === null ? '' : errorText(error));
  return (
    <div className="integrity">
      <p>
        <IntegrityWords data={data} problem={failed} />
        <button type="button" className="link" disabled={isChecking} onClick={() => void check()}>
          {isChecking ? texts.verifying : texts.verify}
        </button>
      </p>
      {data?.result?.ok === false && <Findings findings={data.result.findings ?? []} />}
    </div>
  );
}

interface IntegrityWordsProps {
  readonly data: LogIntegrityState | undefined;
  readonly problem: string;
}

function IntegrityWords({ data, problem }: IntegrityWordsProps) {
  const { result, at } = data ?? {};
  const isBroken = result?.ok === false;
  const Icon = isBroken ? Unlink2 : Link2;
  const words = problem || (result?.problem ?? (result === undefined ? texts.notYet : wordsAbout(result)));
  return (
    <>
      <Icon className={`i ${isBroken ? 'bad' : result?.ok === true ? 'ok' : ''}`} aria-hidden />
      <span>
        {texts.log} <strong className={isBroken ? 'bad' : undefined}>{visible(words)}</strong>
        {at !== undefined && texts.verifiedAt(new Date(at).toLocaleTimeString('en-GB'))}
      </span>
    </>
  );
}

type FoundProblems = NonNullable<NonNullable<LogIntegrityState['result']>['findings']>;

function Findings({ findings }: { readonly findings: FoundProblems }) {
  return (
    <ul className="notice deny">
      {findings
        .filter(({ severity }) => severity === 'broken')
        .slice(0, 5)
        .map(({ file, line, message }) => (
          <li key={`${file}:${line} ${message}`}>{texts.finding(visible(file), line, visible(message))}</li>
        ))}
    </ul>
  );
}

function wordsAbout({ ok, entries = 0 }: NonNullable<LogIntegrityState['result']>): string {
  return ok === true ? texts.whole(entries) : texts.notWhole;
}
