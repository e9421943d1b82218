import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Download, ScrollText, Search, ShieldCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import { actList, type ListedAct, teamLog, type TeamWho } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { get, here } from '../api.ts';
import { momentText } from '../format.ts';
import { auditTexts } from './audit-texts.ts';
import { activityTexts } from '../activity/texts.ts';
import { Button } from '../ui/button.tsx';
import { LineTabs } from '../ui/line-tabs.tsx';
import { Segmented } from '../ui/fields/segmented.tsx';
import { Empty, Missing } from '../ui/states.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { actDetail, isBareId } from './act-detail.ts';
import { AdminPage } from './admin-page.tsx';
import { personName, usePeople } from '../pending/people-query.ts';
import { useGet } from '../session/use-get.ts';

const texts = auditTexts;

interface AuditAddress {
  readonly tab?: string;
  readonly find?: string;
}

/** Administrative acts, problems in the record, and exports of the record. */
export function AuditPage() {
  return (
    <AdminPage title={texts.title} scope="organisation">
      {(who) => <Audit who={who} />}
    </AdminPage>
  );
}

function Audit({ who }: { readonly who: TeamWho }) {
  const address: AuditAddress = useSearch({ from: '/audit' });
  const navigate = useNavigate();
  const go = (change: AuditAddress): void =>
    void navigate({ to: '/audit', search: (now: object) => ({ ...now, ...change }), replace: true });
  const { data: log } = useGet('team-log', teamLog, '/api/log');
  const findings = log?.findings ?? [];
  return (
    <div className="page">
      <div className="page-head">
        <h1>{texts.title}</h1>
        {log?.checkpoint !== undefined && (
          <span className="sub hide-phone">
            {texts.head(log.checkpoint.size, momentText(Date.parse(log.checkpoint.at)))}
          </span>
        )}
      </div>
      <LineTabs
        label={texts.title}
        value={address.tab ?? 'acts'}
        onChange={(tab) => go({ tab: tab === 'acts' ? '' : tab })}
        tabs={[
          {
            value: 'acts',
            title: texts.acts,
            content: <Acts who={who} find={address.find ?? ''} onFind={(find) => go({ find })} />,
          },
          {
            value: 'findings',
            title: texts.findings,
            count: findings.length,
            isBad: findings.length > 0,
            content: <Findings findings={findings} />,
          },
          { value: 'export', title: texts.export, content: <Export /> },
        ]}
      />
    </div>
  );
}

interface ActsProps {
  readonly who: TeamWho;
  readonly find: string;
  readonly onFind: (find: string) => void;
}

function Acts({ who, find, onFind }: ActsProps) {
  const [{ since, until }, setSpan] = useState({ since: '', until: '' });
  const { people = [] } = usePeople();
  const { projects } = who;
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['acts', since, until],
    queryFn: ({ pageParam: before }) => {
      const given = Object.entries({ before, since, until }).filter(([, value]) => value !== '');
      return get(actList, `/v1/acts?${new URLSearchParams(given).toString()}`);
    },
    placeholderData: keepPreviousData,
    initialPageParam: '',
    getNextPageParam: ({ acts }) => (acts.length < 200 ? null : acts.at(-1)?.id),
  });
  const names = useMemo(
    () =>
      new Map([
        ...people.map((person) => [person.id, personName(person)] as const),
        ...projects.map(({ id, name }) => [id, name] as const),
      ]),
    [people, projects],
  );
  const named = (text: string): string => {
    const [kind, id = ''] = text.split(':', 2);
    return visible(names.get(kind === 'person' ? id : text) ?? text);
  };
  if (data === undefined) return <Missing title={texts.failed} error={error} onRetry={refetch} />;
  const all = data.pages.flatMap(({ acts }) => acts);
  const wanted = find.trim().toLowerCase();
  const shown = all.filter((act) => actText(act, named).toLowerCase().includes(wanted));
  return (
    <>
      <div className="filters padded" role="search" aria-label={texts.filter}>
        <label className="input find wide">
          <Search className="i" aria-hidden />
          <input
            aria-label={texts.find}
            placeholder={texts.find}
            value={find}
            onChange={(event) => onFind(event.target.value)}
          />
        </label>
        {(['since', 'until'] as const).map((end) => (
          <label key={end} className="input day" title={texts[end]}>
            <span className="small dim">{texts.days[end]}</span>
            <input
              type="date"
              aria-label={texts[end]}
              value={end === 'since' ? since : until}
              onChange={({ target }) => setSpan((span) => ({ ...span, [end]: target.value }))}
            />
          </label>
        ))}
        <span className="small dim">{texts.shown(shown.length, all.length)}</span>
      </div>
      {shown.length === 0 && <Empty icon={ScrollText} title={texts.noMatch} />}
      {shown.length > 0 && (
        <table className="table two-line acts-table">
          <thead>
            <tr>
              <th scope="col" className="c-when">
                {texts.columns.when}
              </th>
              <th scope="col">{texts.columns.act}</th>
              <th scope="col" className="c-who">
                {texts.columns.who}
              </th>
              <th scope="col" className="only-mid">
                {texts.columns.detail}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((act) => (
              <tr key={act.id}>
                <td className="dim">
                  <time dateTime={act.at}>{momentText(Date.parse(act.at))}</time>
                </td>
                <td>
                  {actName(act.act) ?? visible(act.act)}
                  <span className="sub">{subjectText(act, named)}</span>
                </td>
                <td title={named(act.actor)}>
                  {named(act.actor)}
                  {act.address !== null && <span className="sub">{visible(act.address)}</span>}
                </td>
                <td className="only-mid">
                  <span className="dim" title={detailText(act)}>
                    {actDetail(act.detail, named)}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {hasNextPage && (
        <p className="more-rows">
          <Button onClick={() => void fetchNextPage()}>{texts.more}</Button>
        </p>
      )}
    </>
  );
}

/** The display name of the act's subject. */
function subjectText({ subject, detail }: ListedAct, named: (text: string) => string): string {
  const known = named(subject);
  const alone = isBareId(known) ? '' : known;
  if (known !== visible(subject) || typeof detail !== 'object' || detail === null) return alone;
  const { name, host, rule } = detail as Readonly<Record<string, unknown>>;
  const found = [name, host, rule].find((each) => typeof each === 'string');
  return found === undefined ? alone : visible(found);
}

function detailText({ detail }: ListedAct): string {
  const text = JSON.stringify(detail);
  return text === '{}' || text === undefined ? '' : visible(text);
}

/** A requested or refused act is named after the act, with its step. */
function actName(act: string): string | undefined {
  const [, base = '', step = ''] = /^(.+\..+)\.(\w+)$/.exec(act) ?? [];
  const name = texts.names[base];
  return texts.names[act] ?? (name === undefined ? undefined : texts.steps[step]?.(name));
}

function actText(act: ListedAct, named: (text: string) => string): string {
  const words = actDetail(act.detail, named);
  return `${act.act} ${actName(act.act) ?? ''} ${named(act.actor)} ${named(act.subject)} ${detailText(act)} ${words}`;
}

interface Finding {
  readonly id: string;
  readonly agent: string;
  readonly agentName?: string | null;
  readonly what: string;
  readonly foundAt: string;
}

function Findings({ findings }: { readonly findings: readonly Finding[] }) {
  if (findings.length === 0)
    return (
      <Empty icon={ShieldCheck} title={texts.noFindings}>
        {texts.noFindingsWords}
      </Empty>
    );
  return (
    <ul>
      {findings.map(({ id, agent, agentName, what, foundAt }) => (
        <li key={id} className="row-line">
          <span className="min-w-0">
            {visible(activityTexts.record.meanings[what] ?? what)}
            <span className="sub">{visible(agentName ?? agent)}</span>
          </span>
          <time className="small dim" dateTime={foundAt}>
            {momentText(Date.parse(foundAt))}
          </time>
        </li>
      ))}
    </ul>
  );
}

const dayMs = 86_400_000;

/** The entries of some days, as streamed by the server. */
function Export() {
  const [from, setFrom] = useState(() => new Date(Date.now() - 30 * dayMs).toISOString().slice(0, 10));
  const [to, setTo] = useState(() => new Date(Date.now() + dayMs).toISOString().slice(0, 10));
  const [format, setFormat] = useState<'jsonl' | 'csv' | 'ocsf' | 'otlp'>('jsonl');
  const isRight = [from, to].every((day) => /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)));
  const address = here(`/v1/entries/export/${format}?${new URLSearchParams({ from, to }).toString()}`);
  return (
    <div className="sheet-form padded export-form">
      <p className="prose">{texts.exportWords}</p>
      <div className="form-2">
        <TextField label={texts.from} value={from} hint={texts.dayHint} onChange={setFrom} />
        <TextField label={texts.to} value={to} hint={texts.dayHint} onChange={setTo} />
      </div>
      <Segmented
        label={texts.format}
        value={format}
        segments={(['jsonl', 'csv', 'ocsf', 'otlp'] as const).map((each) => ({
          value: each,
          title: texts.formats[each],
        }))}
        onChange={setFormat}
      />
      <p>
        {isRight && (
          <a className="btn primary" href={address} download>
            <Download className="i" aria-hidden />
            {texts.download}
          </a>
        )}
      </p>
    </div>
  );
}
