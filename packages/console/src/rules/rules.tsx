import { ArrowDownUp, ChevronDown, Folder, Plus, ScrollText, TriangleAlert } from 'lucide-react';
import { lazy, Suspense, useRef } from 'react';
import type { ListedRule, RuleList } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { folderName } from '../activity/words.ts';
import { useSession } from '../app/session.ts';
import { useShortcuts } from '../approvals/shortcuts.ts';
import { errorText } from '../format.ts';
import { rulesTexts as texts } from '../texts/rules.ts';
import { Button } from '../ui/button.tsx';
import { ChoiceMenu } from '../ui/choice-menu.tsx';
import { Bones, Empty, Failed } from '../ui/states.tsx';
import { useToasts } from '../ui/toasts.tsx';
import { HiddenFromAgents } from './hidden-tools.tsx';
import { Remembered } from './remembered.tsx';
import { RuleTable, type RuleTableProps } from './rule-table.tsx';
import { RuleFilters } from './rule-filters.tsx';
import { ruleId, shownRules, useRules, type RulesState } from './rules-state.ts';
import { RulesSheet } from './rules-sheet.tsx';
import { ShippedRules } from './shipped-rules.tsx';
import { Suggestions } from './suggestions.tsx';
import '../styles/rule-lists.css';

const TeamRules = lazy(async () => ({ default: (await import('../team/team-rules.tsx')).TeamRules }));

/** What is allowed, asked about, denied and hidden, where each rule comes from, and whether anybody needs it. */
export function RulesPage() {
  const { who } = useSession();
  if (who.mode === 'local') return <LocalRules />;
  return (
    <Suspense fallback={<Bones />}>
      <TeamRules />
    </Suspense>
  );
}

function LocalRules() {
  const state = useRules();
  const say = useToasts();
  const { address, go, list, error, reload, change } = state;
  const field = useRef<HTMLInputElement>(null);
  useShortcuts({ '/': () => field.current?.focus(), Escape: () => go({ sheet: '' }) });
  if (list === undefined)
    return error === null ? (
      <Bones />
    ) : (
      <Failed title={texts.failed} onRetry={() => void reload()}>
        {errorText(error)}
      </Failed>
    );
  const shown = shownRules(list.rules, address);
  function remove({ verdict, text, layer }: ListedRule): void {
    change('remove', { verdict, rule: text, to: layer }, texts.removed(text)).catch((failed: unknown) =>
      say({ text: errorText(failed), isProblem: true }),
    );
  }
  return (
    <div className={`split rules ${address.sheet === undefined ? 'no-sheet' : ''}`}>
      <div className="page">
        <Head state={state} list={list} />
        <Notices list={list} />
        <Suggestions
          key={address.project ?? ''}
          state={state}
          merges={list.merges ?? []}
          problems={list.rules.filter(({ findings, editable }) => editable && findings.length > 0).length}
        />
        {list.rules.length > 0 && <RuleFilters {...state} rules={list.rules} field={field} />}
        <p className="sr" role="status">
          {texts.count(shown.length)}
        </p>
        {list.rules.length === 0 && list.broken === undefined && (
          <NoRules onAdd={() => go({ sheet: 'add' })} />
        )}
        {list.rules.length > 0 && shown.length === 0 && (
          <Empty
            icon={ScrollText}
            title={texts.empty.filtered}
            action={
              <Button onClick={() => go({ find: '', which: '', layer: '' })}>{texts.empty.clear}</Button>
            }
          />
        )}
        <RuleSections
          state={state}
          rules={shown}
          changes={{
            open: address.sheet,
            onOpen: (rule) => go({ sheet: ruleId(rule) }),
            onRemove: remove,
          }}
        />
        <Remembered />
        <HiddenFromAgents tools={list.tools ?? []} />
      </div>
      <RulesSheet state={state} list={list} />
    </div>
  );
}

interface RuleSectionsProps extends Required<RuleTableProps> {
  readonly state: RulesState;
}

/** A filter looks at every rule; the page as it opens shows the person's own, and of the others a line for each group. */
function RuleSections({ state: { address, go }, rules, changes }: RuleSectionsProps) {
  const { find = '', which = '', layer = '' } = address;
  const isWhole = `${find}${which}${layer}` === '';
  const shipped = isWhole ? rules.filter(({ from }) => from !== undefined) : [];
  const own = isWhole ? rules.filter(({ from }) => from === undefined) : rules;
  if (shipped.length === 0) return own.length > 0 && <RuleTable rules={own} changes={changes} />;
  return (
    <>
      <h2>{texts.yours}</h2>
      {own.length > 0 ? (
        <RuleTable rules={own} changes={changes} />
      ) : (
        <p className="dim">{texts.noneOfYours}</p>
      )}
      <ShippedRules rules={shipped} onSwitch={() => go({ sheet: 'profiles' })} />
    </>
  );
}

function Head({ state: { go }, list }: { readonly state: RulesState; readonly list: RuleList }) {
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
          isIcon
          aria-label={texts.exchange}
          title={texts.exchange}
          onClick={() => go({ sheet: 'exchange' })}
        >
          <ArrowDownUp className="i" aria-hidden />
        </Button>
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
