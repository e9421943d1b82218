import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ArrowDownUp, ScrollText, TriangleAlert } from 'lucide-react';
import { useRef } from 'react';
import { type RuleList, ruleList, type TeamWho } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { get } from '../api.ts';
import { useSession } from '../app/session.ts';
import { useShortcuts } from '../approvals/shortcuts.ts';
import { countText, errorText } from '../format.ts';
import { Exchange } from '../rules/exchange.tsx';
import { RuleFilters } from '../rules/rule-filters.tsx';
import { shownRules, type RulesAddress } from '../rules/rules-state.ts';
import { RuleTable } from '../rules/rule-table.tsx';
import { teamTexts } from '../texts/team.ts';
import { Button } from '../ui/button.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Bones, Empty, Failed } from '../ui/states.tsx';
import { NoProject } from './no-project.tsx';
import { TeamGrants } from './team-grants.tsx';
import { useProject } from './use-project.ts';

const texts = teamTexts.rules;

/** What the published policy of a project says. It is changed by a new version, not here. */
export function TeamRules() {
  const { who } = useSession();
  const { project } = useProject();
  if (who.mode !== 'team') return null;
  return project === undefined ? (
    <NoProject />
  ) : (
    <ProjectRules key={project.id} who={who} project={project.id} />
  );
}

function ProjectRules({ who, project }: { readonly who: TeamWho; readonly project: string }) {
  const address: RulesAddress = useSearch({ from: '/rules' });
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const go = (change: RulesAddress): void =>
    void navigate({
      to: '/rules',
      search: (now: object) => ({ ...now, ...change }),
      replace: change.sheet === undefined,
    });
  const { data, error, refetch } = useQuery({
    queryKey: ['rules', project],
    queryFn: () => get(ruleList, `/api/rules?project=${project}`),
    refetchInterval: 10_000,
  });
  useShortcuts({ '/': () => field.current?.focus(), Escape: () => go({ sheet: '' }) });
  if (data === undefined)
    return (
      <div className="page">
        <h1>{texts.title}</h1>
        {error === null ? (
          <Bones />
        ) : (
          <Failed title={texts.failed} onRetry={() => void refetch()}>
            {visible(errorText(error))} {texts.stillSafe}
          </Failed>
        )}
      </div>
    );
  const shown = shownRules(data.rules, address);
  return (
    <div className={`split rules ${address.sheet === undefined ? 'no-sheet' : ''}`}>
      <div className="page">
        <Head list={data} onExchange={() => go({ sheet: 'exchange' })} />
        {data.frozen !== undefined && (
          <p className="notice ask">
            <TriangleAlert className="i" aria-hidden />
            <span>{texts.frozen(visible(data.frozen))}</span>
          </p>
        )}
        {data.version === undefined && <NothingPublished />}
        {data.rules.length > 0 && (
          <RuleFilters address={address} go={go} rules={data.rules} field={field} isCounted={false} />
        )}
        <p className="sr" role="status">
          {countText(shown.length, 'rule')}
        </p>
        {data.rules.length > 0 && shown.length === 0 && (
          <Empty
            icon={ScrollText}
            title={texts.noMatch}
            action={<Button onClick={() => go({ find: '', which: '', layer: '' })}>{texts.clear}</Button>}
          />
        )}
        {shown.length > 0 && <RuleTable rules={shown} />}
        <TeamGrants who={who} state="granted" project={project} />
      </div>
      {address.sheet === 'exchange' && (
        <Sheet title={texts.exchange} onClose={() => go({ sheet: '' })}>
          <Exchange path={(to) => `${to}?project=${project}`} />
        </Sheet>
      )}
    </div>
  );
}

function Head({ list, onExchange }: { readonly list: RuleList; readonly onExchange: () => void }) {
  const { version, mode = 'default', rules } = list;
  return (
    <div className="page-head">
      <h1>{texts.title}</h1>
      {version !== undefined && (
        <span className="sub">
          {texts.active(version)}
          <span className="hide-phone">
            , {countText(rules.length, 'rule')}, <span>{texts.mode(mode)}</span>. {texts.changed}
          </span>
        </span>
      )}
      <div className="end">
        {version !== undefined && (
          <Button aria-label={texts.exchange} onClick={onExchange}>
            <ArrowDownUp className="i" aria-hidden />
            <span className="hide-phone">{texts.exchange}</span>
          </Button>
        )}
        <Link className="btn plain" to="/policy" search={{}}>
          {texts.toPolicy}
        </Link>
      </div>
    </div>
  );
}

function NothingPublished() {
  return (
    <Empty
      icon={ScrollText}
      title={texts.none}
      action={
        <Link className="btn plain" to="/policy" search={{}}>
          {texts.toPolicy}
        </Link>
      }
    >
      {texts.noneWords}
    </Empty>
  );
}
