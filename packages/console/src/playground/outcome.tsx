import type { ShownPart, TriedCall } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { EffectRows } from '../ui/effects.tsx';
import { CommandText } from '../ui/command-text.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { Verdict } from '../ui/verdict.tsx';
import { playgroundTexts } from './texts.ts';

const texts = playgroundTexts.outcome;

export interface OutcomeProps {
  readonly tried: TriedCall;
}

/** The verdict with its derivation: parts, effects, every rule considered, and the mode's row. */
export function Outcome({ tried }: OutcomeProps) {
  const { decision, considered, mode, steps, effects = [] } = tried;
  const { parts } = decision.receipt;
  const deciding = steps.filter(({ step }) => parts.some((part) => part.step === step));
  return (
    <>
      <div className={`verdict-banner outcome ${decision.verdict}`} aria-live="polite">
        <div>
          <h2>
            <Verdict verdict={decision.verdict} />
          </h2>
          <p title={visible(decision.message)}>{visible(withFileNames(decision.message))}</p>
        </div>
        <span className="end small dim hide-phone">{texts.mode(mode)}</span>
      </div>
      <section className="section">
        <h2>
          {texts.parts}
          {parts.length > 1 && <span className="end">{texts.strictest}</span>}
        </h2>
        <PartList parts={parts} />
      </section>
      <section className="section">
        <h2>{texts.does}</h2>
        <EffectRows effects={effects} />
      </section>
      <section className="section">
        <h2>
          {texts.considered}
          <span className="end">{texts.order}</span>
        </h2>
        <div className="folds">
          {considered.map(({ label, rules }, at) => (
            <Disclosure
              key={at}
              isOpen={considered.length === 1 && rules.length < 12}
              title={<code className="cut">{visible(label)}</code>}
              note={texts.matches(rules.filter(({ match }) => match !== 'no').length, rules.length)}
            >
              <ConsideredRules rules={rules} />
            </Disclosure>
          ))}
        </div>
      </section>
      <section className="section">
        <h2>
          {texts.modeTitle(mode)}
          <span className="end">{texts.modeWords}</span>
        </h2>
        <Steps steps={deciding} parts={parts} />
        {deciding.length < steps.length && (
          <Disclosure title={texts.allSteps(steps.length)}>
            <Steps steps={steps} parts={parts} />
          </Disclosure>
        )}
      </section>
    </>
  );
}

interface StepsProps {
  readonly steps: TriedCall['steps'];
  readonly parts: TriedCall['decision']['receipt']['parts'];
}

function Steps({ steps, parts }: StepsProps) {
  return (
    <table className="table dense steps" aria-label={texts.row}>
      <tbody>
        {steps.map(({ step, words, verdict }) => (
          <tr key={step} className={parts.some((part) => part.step === step) ? 'used' : undefined}>
            <th scope="row">{words}</th>
            <td>{verdict === '-' ? texts.skipped : verdict}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** With more parts than this, allowed ones are folded: the parts that need an answer must be visible. */
const mostParts = 8;

function PartList({ parts }: { readonly parts: readonly ShownPart[] }) {
  const allowed = parts.filter(({ verdict }) => verdict === 'allow');
  if (parts.length <= mostParts || allowed.length < 2) return <Parts parts={parts} />;
  return (
    <>
      <Parts parts={parts.filter(({ verdict }) => verdict !== 'allow')} />
      <Disclosure title={texts.allowed(allowed.length)}>
        <Parts parts={allowed} />
      </Disclosure>
    </>
  );
}

function Parts({ parts }: { readonly parts: readonly ShownPart[] }) {
  return (
    <ol className="list-card parts-list">
      {parts.map(({ label, verdict, reason, doubts }, at) => (
        <li key={at}>
          <Verdict verdict={verdict} />
          <CommandText text={label} />
          <span className="dim small" title={visible(reason)}>
            {visible(withFileNames(reason))}
            {doubtsBeyond(reason, doubts)}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** `(user, /home/ada/.config/permesso/policy.yaml:15)` -> `(user, policy.yaml:15)`; the full path is in the title. */
function withFileNames(text: string): string {
  return text.replaceAll(/\(([a-z]+), [^()]*\/([^()/]+:\d+)\)/g, '($1, $2)');
}

/** A doubt that the reason already contains is not repeated. */
function doubtsBeyond(reason: string, doubts: readonly string[]): string {
  const others = doubts.filter((doubt) => !reason.includes(doubt));
  return others.length === 0 ? '' : ` (${others.map(visible).join('; ')})`;
}

function ConsideredRules({ rules }: Pick<TriedCall['considered'][number], 'rules'>) {
  return (
    <ul className="considered">
      {rules.map(({ rule, match, why, inert }, at) => (
        <li key={at} className={match === 'no' ? 'dim' : undefined}>
          <Verdict verdict={rule.verdict} />
          <span>
            <code>{visible(rule.text)}</code>{' '}
            <span className="small">
              {match === 'no' ? texts.noMatch : match}: {visible(why)}
              {inert !== undefined && texts.inert(inert)}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
