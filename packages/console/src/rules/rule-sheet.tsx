import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { Verdict as VerdictName } from '@permesso/engine/policy';
import type { ListedRule } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { errorText } from '../format.ts';
import { rulesTexts } from './texts.ts';
import { Button } from '../ui/button.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { Segmented } from '../ui/fields/segmented.tsx';
import { SelectField } from '../ui/fields/select-field.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { verdictIcons } from '../ui/verdict.tsx';
import { RulePreviewBox } from './rule-preview.tsx';
import type { RulesState } from './rules-state.ts';
import { targets, targetTitle } from './targets.ts';

const texts = rulesTexts.sheet;

export interface RuleSheetProps {
  readonly state: RulesState;
  /** The rule being edited; absent for a new one. */
  readonly rule?: ListedRule | undefined;
}

interface RuleDraft {
  readonly verdict: VerdictName;
  readonly rule: string;
  readonly expires: string;
  readonly message: string;
  readonly guidance: string;
  readonly why: string;
}

const form = 'rule-form';

/** A rule with its effect, target, expiry and message. */
export function RuleSheet({ state, rule }: RuleSheetProps) {
  const { go, change, path } = state;
  const field = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState<RuleDraft>(() => draftOf(rule));
  const [to, setTo] = useState('local');
  const [problem, setProblem] = useState('');
  const set = (part: Partial<RuleDraft>): void => setDraft((now) => ({ ...now, ...part }));
  const close = (): void => go({ sheet: '' });
  useEffect(() => field.current?.focus(), []);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    // The field's current value, not the last rendered one: Enter may directly follow the last letter.
    const text = (field.current?.value ?? '').trim();
    if (text === '') return;
    try {
      if (rule === undefined) await change('add', { ...draft, rule: text, to }, rulesTexts.added(text));
      else
        await change(
          'edit',
          { ...draft, rule: text, to: rule.layer, was: rule.text, wasVerdict: rule.verdict },
          rulesTexts.saved(text),
        );
      close();
    } catch (error) {
      setProblem(errorText(error));
    }
  }
  const title = rule === undefined ? texts.add : texts.edit;
  return (
    <Sheet
      title={title}
      onClose={close}
      foot={
        <>
          <span className="small dim cut">
            {rule === undefined ? (
              texts.forWhom(targetTitle(to))
            ) : (
              <code>{visible(rule.shown ?? rule.layer)}</code>
            )}
          </span>
          <div className="end">
            <Button onClick={close}>{texts.cancel}</Button>
            <Button kind="primary" type="submit" form={form} disabled={draft.rule.trim() === ''}>
              {rule === undefined ? texts.add : texts.save}
            </Button>
          </div>
        </>
      }
    >
      <form id={form} className="sheet-form" onSubmit={(event) => void submit(event)}>
        <div className="field">
          <span className="label">{texts.verdict}</span>
          <Segmented
            label={texts.verdict}
            isWide
            value={draft.verdict}
            segments={segments}
            onChange={(verdict) => set({ verdict })}
          />
        </div>
        <label className="field">
          <span className="label">{texts.rule}</span>
          <input
            ref={field}
            className="input mono"
            aria-label={texts.rule}
            placeholder={texts.ruleExample}
            spellCheck={false}
            autoComplete="off"
            value={draft.rule}
            onChange={(event) => set({ rule: event.target.value })}
          />
        </label>
        <p className={problem === '' ? 'sr' : 'notice deny'} role="alert">
          {visible(problem)}
        </p>
        <RulePreviewBox verdict={draft.verdict} rule={draft.rule} path={path} />
        <div className="form-2">
          {rule === undefined && (
            <SelectField label={texts.appliesTo} value={to} options={targets} onChange={setTo} />
          )}
          <label className="field">
            <span className="label">{texts.expires}</span>
            <input
              className="input"
              aria-label={texts.expires}
              placeholder={texts.expiresExample}
              pattern="\d{4}-\d\d-\d\d"
              value={draft.expires}
              onChange={(event) => set({ expires: event.target.value })}
            />
          </label>
        </div>
        <div className="folds">
          <Disclosure title={texts.more} note={texts.optional}>
            <div className="sheet-form">
              {fields.map((name) => (
                <label key={name} className="field">
                  <span className="label">{texts.fields[name]}</span>
                  <input
                    className="input"
                    value={draft[name]}
                    onChange={(event) => set({ [name]: event.target.value })}
                  />
                </label>
              ))}
            </div>
          </Disclosure>
        </div>
      </form>
    </Sheet>
  );
}

const segments = (['allow', 'ask', 'deny'] as const).map((verdict) => {
  const Icon = verdictIcons[verdict];
  return {
    value: verdict,
    label: verdict,
    title: (
      <>
        <span className={`verdict ${verdict}`}>
          <Icon className="i" aria-hidden />
        </span>
        {rulesTexts.verdicts[verdict]}
      </>
    ),
  };
});

const fields = ['message', 'guidance', 'why'] as const;

function draftOf(rule: ListedRule | undefined): RuleDraft {
  const { verdict = 'allow', text = '', expires, message = '', guidance = '', why = '' } = rule ?? {};
  return {
    verdict,
    rule: text,
    expires: expires === undefined ? '' : new Date(expires).toISOString().slice(0, 10),
    message,
    guidance,
    why,
  };
}
