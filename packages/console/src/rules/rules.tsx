import { Link } from '@tanstack/react-router';
import { ArrowDownUp, ChevronDown, Folder, Plus, ScrollText, TriangleAlert } from 'lucide-react';
import { useRef } from 'react';
import type { ListedRule, RuleList } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { errorText, folderName } from '../format.ts';
import { TeamGrants } from '../grants/team-grants.tsx';
import { useSession } from '../session/session.ts';
import { useShortcuts } from '../session/shortcuts.ts';
import { useProject } from '../session/use-project.ts';
import { rulesTexts as texts } from './texts.ts';
import { Button } from '../ui/button.tsx';
import { ChoiceMenu } from '../ui/choice-menu.tsx';
import { NoProject } from '../ui/no-project.tsx';
import { Empty, Missing } from '../ui/states.tsx';
import { useToasts } from '../ui/toasts.tsx';
import { HiddenFromAgents } from './hidden-tools.tsx';
import { Remembered } from './remembered.tsx';
import { RuleFilters } from './rule-filters.tsx';
import { RuleTable, type RuleTableProps } from './rule-table.tsx';
import { ruleId, shownRules, useRules, type RulesState } from './rules-state.ts';
import { RulesSheet } from './rules-sheet.tsx';
import { ShippedRules } from './shipped-rules.tsx';
import { Suggestions } from './suggestions.tsx';
import './rules.css';

/** What is allowed, asked about, denied and hidden, with each rule's source and use. */
export function RulesPage() {
  const { who } = useSession();
  const { project } = useProject();
  if (who.mode === 'local') return <Rules ofTeam={undefined} />;
  return project === undefined ? <NoProject /> : <Rules key={project.id} ofTeam={project.id} />;
}

function Rules({ ofTeam }: { readonly ofTeam: string | undefined }) {
  const { who } = useSession();
  const state = useRules(ofTeam);
  const say = useToasts();
  const { isLocal, address, go, list, change } = state;
  const field = useRef<HTMLInputElement>(null);
  useShortcuts({ '/': () => field.current?.focus(), Escape: () => go({ sheet: '' }) });
  if (list === undefined)
    return (
      <Missing
        title={isLocal ? texts.failed : texts.team.failed}
        note={isLocal ? '' : texts.team.stillSafe}
        error={state.error}
        onRetry={state.reload}
      />
    );
  const shown = shownRules(list.rules, address);
  function remove({ verdict, text, layer }: ListedRule): void {
    change('remove', { verdict, rule: text, to: layer }, texts.removed(text)).catch((failed: unknown) =>
      say({ text: errorText(failed), isProblem: true }),
    );
  }
  const changes = {
    open: address.sheet,
    onOpen: (rule: ListedRule) => go({ sheet: ruleId(rule) }),
    onRemove: remove,
  };
  return (
    <div className={`split rules ${address.sheet === undefined ? 'no-sheet' : ''}`}>
      <div className="page">
        {isLocal ? <Head state={state} list={list} /> : <TeamHead state={state} list={list} />}
        <Notices list={list} />
        {isLocal && <Suggestions key={address.project ?? ''} state={state} list={list} />}
        {list.rules.length > 0 && (
          <RuleFilters {...state} rules={list.rules} field={field} isCounted={isLocal} />
        )}
        <p className="sr" role="status">
          {texts.count(shown.length)}
        </p>
        <WithoutRules state={state} list={list} shown={shown.length} />
        <RuleSections state={state} rules={shown} {...(isLocal ? { changes } : {})} />
        {isLocal && <Remembered />}
        {ofTeam !== undefined && who.mode === 'team' && (
          <TeamGrants who={who} state="granted" project={ofTeam} />
        )}
        <HiddenFromAgents tools={list.tools ?? []} />
      </div>
      <RulesSheet state={state} list={list} />
    </div>
  );
}

/** Nothing written, nothing published, or nothing left by the filter. */
function WithoutRules({ state: { isLocal, go }, list, shown }: HeadProps & { readonly shown: number }) {
  if (isLocal && list.rules.length === 0 && list.broken === undefined)
    return <NoRules onAdd={() => go({ sheet: 'add' })} />;
  if (!isLocal && list.version === undefined) return <NothingPublished />;
  if (list.rules.length === 0 || shown > 0) return null;
  return (
    <Empty
      icon={ScrollText}
      title={texts.empty.filtered}
      action={<Button onClick={() => go({ find: '', which: '', layer: '' })}>{texts.empty.clear}</Button>}
    />
  );
}

interface RuleSectionsProps extends RuleTableProps {
  readonly state: RulesState;
}

/**
 * A filter covers every rule; the initial page shows the person's own rules, and one line per group of the others.
 */
function RuleSections({ state: { isLocal, address, go, list }, rules, ...changes }: RuleSectionsProps) {
  const { find = '', which = '', layer = '' } = address;
  const isWhole = `${find}${which}${layer}` === '';
  const shipped = isWhole ? rules.filter(({ from }) => from !== undefined) : [];
  const own = isWhole ? rules.filter(({ from }) => from === undefined) : rules;
  if (shipped.length === 0) return own.length > 0 && <RuleTable rules={own} {...changes} />;
  return (
    <>
      <h2>{isLocal ? texts.yours : texts.team.yours}</h2>
      {own.length > 0 ? <RuleTable rules={own} {...changes} /> : <p className="dim">{texts.noneOfYours}</p>}
      <ShippedRules
        rules={shipped}
        used={list?.shipped}
        {...(isLocal ? { onSwitch: () => go({ sheet: 'profiles' }) } : {})}
      />
    </>
  );
}

interface HeadProps {
  readonly state: RulesState;
  readonly list: RuleList;
}

/** A project's published policy. */
function TeamHead({ state: { go }, list: { version, mode = 'default', rules } }: HeadProps) {
  return (
    <div className="page-head">
      <h1>{texts.title}</h1>
      {version !== undefined && (
        <span className="sub">
          {texts.team.active(version)}
          <span className="hide-phone">
            , {texts.count(rules.length)}, <span>{texts.mode(mode)}</span>. {texts.team.changed}
          </span>
        </span>
      )}
      <div className="end">
        {version !== undefined && (
          <Button aria-label={texts.team.exchange} onClick={() => go({ sheet: 'exchange' })}>
            <ArrowDownUp className="i" aria-hidden />
            <span className="hide-phone">{texts.team.exchange}</span>
          </Button>
        )}
        <PolicyLink />
      </div>
    </div>
  );
}

function PolicyLink() {
  return (
    <Link className="btn plain" to="/policy" search={{}}>
      {texts.team.toPolicy}
    </Link>
  );
}

function NothingPublished() {
  return (
    <Empty icon={ScrollText} title={texts.team.none} action={<PolicyLink />}>
      {texts.team.noneWords}
    </Empty>
  );
}

function Head({ state: { go }, list }: HeadProps) {
  const { project = '', projects = [project], mode = 'default', countedCalls = 0 } = list;
  const own = list.rules.filter(({ from }) => from === undefined).length;
  return (
    <div className="page-head">
      <h1>{texts.title}</h1>
      {projects.length > 1 && (
        <ChoiceMenu
          trigger={
            <button type="button" className="chip" aria-label={texts.inProject(visible(project))}>
              <Folder className="i" aria-hidden />
              <b>{visible(folderName(project))}</b>
              <ChevronDown className="i" aria-hidden />
            </button>
          }
          groups={[
            {
              value: project,
              choices: projects.map((each) => ({ value: each, title: visible(each) })),
              onChange: (chosen) => go({ project: chosen, sheet: '' }),
            },
          ]}
        />
      )}
      <span className="sub hide-phone">
        {texts.wrote(own, list.rules.length - own)}, <span>{texts.mode(mode)}</span>,{' '}
        {texts.calls(countedCalls)}
      </span>
      <div className="end">
        <Button onClick={() => go({ sheet: 'profiles' })}>{texts.profiles}</Button>
        <Button
          icon={ArrowDownUp}
          isIcon
          aria-label={texts.exchange}
          title={texts.exchange}
          onClick={() => go({ sheet: 'exchange' })}
        />
        <Button kind="primary" aria-label={texts.addRule} onClick={() => go({ sheet: 'add' })}>
          <Plus className="i" aria-hidden />
          <span>
            {texts.add}
            <span className="hide-phone">{texts.addRuleEnd}</span>
          </span>
        </Button>
      </div>
    </div>
  );
}

function Notices({ list: { broken, frozen, problems = [] } }: { readonly list: RuleList }) {
  return (
    <>
      {broken !== undefined && (
        <p className="notice deny problem">
          <TriangleAlert className="i" aria-hidden />
          <span>{visible(broken)}</span>
        </p>
      )}
      {frozen !== undefined && (
        <p className="notice ask">
          <TriangleAlert className="i" aria-hidden />
          <span>{texts.frozen(visible(frozen))}</span>
        </p>
      )}
      {problems.map(({ message, file, line }) => (
        <p key={`${file}:${line} ${message}`} className="notice ask problem">
          <TriangleAlert className="i" aria-hidden />
          <span>{texts.problem(visible(file), line, visible(message))}</span>
        </p>
      ))}
    </>
  );
}

function NoRules({ onAdd }: { readonly onAdd: () => void }) {
  return (
    <Empty
      icon={ScrollText}
      title={texts.empty.title}
      action={<Button onClick={onAdd}>{texts.empty.act}</Button>}
    >
      {texts.empty.words} <code>permesso init</code> {texts.empty.imports} <em>{texts.empty.profile}</em>
      {texts.empty.daily}
    </Empty>
  );
}
