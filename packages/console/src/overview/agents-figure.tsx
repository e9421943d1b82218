import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { FoundAgents, ReportingAgents } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { useAgents } from '../session/agents-query.ts';
import { overviewTexts } from './texts.ts';
import { KeyFigure } from '../ui/charts/key-figure.tsx';

const texts = overviewTexts.figures;

/** For one machine: the agents whose hook was proven. */
export function AgentsFigure() {
  const { data } = useAgents();
  if (data === undefined) return <KeyFigure name={texts.agents} value="–" note={texts.looking} />;
  const proven = data.hosts.filter(({ canary }) => canary.result === 'proven');
  return (
    <KeyFigure
      name={texts.agents}
      value={proven.length}
      unit={texts.of(data.hosts.length)}
      note={<UnprovenNote data={data} />}
    >
      <span className="agents-mini">
        {proven.slice(0, 2).map(({ name, title }) => (
          <span key={name} className="tag">
            <CircleCheck className="i ok" aria-hidden />
            {visible(title.split(' ')[0] ?? title)}
          </span>
        ))}
      </span>
    </KeyFigure>
  );
}

function UnprovenNote({ data }: { readonly data: FoundAgents }) {
  const [first] = data.hosts.filter(({ canary }) => canary.result !== 'proven');
  if (data.hosts.length === 0) return <>{texts.noAgent}</>;
  if (first === undefined) return <>{texts.allProven}</>;
  return (
    <>
      <b className="worse">
        <TriangleAlert className="i" aria-hidden />
        {visible(first.title)}
      </b>
      {texts.notProven}
    </>
  );
}

/** From received entries: makes no claim about agents that have sent nothing. */
export function AgentsReporting({ agents }: { readonly agents: ReportingAgents }) {
  const { enrolled, reporting, silentCount, silentDays } = agents;
  const words = texts.team;
  return (
    <KeyFigure
      name={words.agents}
      value={reporting.toLocaleString('en')}
      unit={words.of(enrolled)}
      note={
        silentCount > 0 ? (
          <>
            <b className="worse">
              <TriangleAlert className="i" aria-hidden />
              {words.silent(silentCount)}
            </b>
            {words.silentFor(silentDays)}
          </>
        ) : (
          noSilence(agents)
        )
      }
    />
  );
}

function noSilence({ enrolled, reporting, silentDays }: ReportingAgents): string {
  if (enrolled === 0) return texts.team.none;
  return reporting === enrolled ? texts.team.all(silentDays) : texts.team.fresh;
}
