import { Link2, Unlink2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { LocalStats, LogIntegrityState } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { useIntegrity, useVerifyLog } from '../app/integrity-query.ts';
import { durationText, errorText } from '../format.ts';
import { activityTexts } from '../texts/activity.ts';

const texts = activityTexts.line;

/** The whole log in one line: how much, how often a person was asked, and whether it is whole. */
export function LogLine({ stats }: { readonly stats: LocalStats | undefined }) {
  const { decisions, approvalRate, medianWaitMs, entries, counting } = stats ?? {};
  const shown = (count: number | undefined): string => count?.toLocaleString('en') ?? '–';
  const calls = decisions && decisions.allow + decisions.ask + decisions.deny;
  return (
    <div className="log-line">
      <dl>
        <Figure name={texts.calls} value={shown(calls)} />
        <Figure name={texts.asked} value={shown(decisions?.ask)} />
        <Figure name={texts.denied} value={shown(decisions?.deny)} />
        <Figure
          name={texts.approved}
          value={approvalRate === undefined ? '–' : `${Math.round(approvalRate * 100)} %`}
        />
        <Figure name={texts.wait} value={medianWaitMs === undefined ? '–' : durationText(medianWaitMs)} />
        <Figure name={counting === false ? texts.entries : texts.entriesSoFar} value={shown(entries)} />
      </dl>
      <Integrity />
    </div>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** Every entry follows from the one before, and none was taken away. */
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
  // A long log costs a processor's minute: only when somebody asks.
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
