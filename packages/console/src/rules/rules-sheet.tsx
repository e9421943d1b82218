import type { RuleList } from '@permesso/protocol/console';
import { errorText } from '../format.ts';
import { rulesTexts as texts } from './texts.ts';
import { Button } from '../ui/button.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Empty } from '../ui/states.tsx';
import { useToasts } from '../ui/toasts.tsx';
import { Exchange, type AddedRule } from './exchange.tsx';
import { MergeSheet } from './merge-sheet.tsx';
import { Profiles } from './profiles.tsx';
import { RuleSheet } from './rule-sheet.tsx';
import { ruleId, type RulesState } from './rules-state.ts';
import { mergeKey } from './suggestions.tsx';

/** The sheet that the URL names. */
export function RulesSheet({ state, list }: { readonly state: RulesState; readonly list: RuleList }) {
  const { isLocal, address, go, path, reload, change } = state;
  const say = useToasts();
  const { sheet, project = '' } = address;
  const close = (): void => go({ sheet: '' });
  const add = (rule: AddedRule): Promise<void> =>
    change('add', { ...rule, to: 'local' }, texts.added(rule.rule)).catch(
      (error: unknown) => void say({ text: errorText(error), isProblem: true }),
    );
  if (sheet === undefined) return null;
  if (sheet === 'exchange')
    return (
      <Sheet title={isLocal ? texts.exchange : texts.team.exchange} onClose={close}>
        <Exchange key={project} path={path} {...(isLocal ? { onAdd: add } : {})} />
      </Sheet>
    );
  if (!isLocal) return null;
  if (sheet === 'add') return <RuleSheet key="add" state={state} />;
  if (sheet === 'profiles')
    return (
      <Sheet title={texts.profiles} onClose={close}>
        <Profiles key={project} path={path} onWritten={reload} />
      </Sheet>
    );
  const rule = list.rules.find((each) => ruleId(each) === sheet);
  if (rule !== undefined) return <RuleSheet key={sheet} state={state} rule={rule} />;
  const merge = list.merges?.find((each) => mergeKey(each) === sheet);
  if (merge !== undefined) return <MergeSheet key={sheet} merge={merge} state={state} />;
  return (
    <Sheet title={texts.sheet.rule} onClose={close}>
      <Empty title={texts.sheet.gone} action={<Button onClick={close}>{texts.sheet.close}</Button>}>
        {texts.sheet.goneWords}
      </Empty>
    </Sheet>
  );
}
