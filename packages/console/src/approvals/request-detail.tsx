import { ArrowLeft, Clock, Folder, ListTree, SquareTerminal, TriangleAlert } from 'lucide-react';
import { Suspense } from 'react';
import type { InboxItem } from '@permesso/protocol/console';
import { isLasting, requestTitle, type SaferCall, visible } from '@permesso/protocol/text';
import { durationText } from '../format.ts';
import { useNow } from '../live.ts';
import { PluginParts } from '../plugin-parts/plugin-parts.tsx';
import { approvalsTexts as texts } from './texts.ts';
import { Disclosure } from '../ui/disclosure.tsx';
import { Button } from '../ui/button.tsx';
import { ExpiryRing, ringBelow } from '../ui/charts/expiry-ring.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { Segmented } from '../ui/fields/segmented.tsx';
import { TickedText } from '../ui/ticked-text.tsx';
import { ActionBar } from './action-bar.tsx';
import { useAnswer, type AnswerDraft, type OnAnswered } from './answer-draft.ts';
import { EffectRows } from '../ui/effects.tsx';
import { useShortcuts, useTwice } from '../session/shortcuts.ts';
import { FurtherAnswers } from './further-answers.tsx';
import { Quorum } from './quorum.tsx';
import { ScopeRules } from './scope-rules.tsx';
import { WholeCall } from './whole-call.tsx';
import { Why } from './why.tsx';
import { agentTitle, isCommand, projectOf, writtenInput } from './words.ts';

const TeamGrantOffer = lazyPart(async () => (await import('../grants/team-grant-offer.tsx')).TeamGrantOffer);

export interface RequestDetailProps {
  readonly item: InboxItem;
  /** `2 of 7`. */
  readonly place: string;
  readonly onBack: () => void;
  readonly onDone: OnAnswered;
}

/** One request: the call, its effects, the duration, and the answer. */
export function RequestDetail({ item, place, onBack, onDone }: RequestDetailProps) {
  const draft = useAnswer(item, onDone);
  const mayAnswer = item.team?.whyNot === undefined;
  const twice = useTwice();
  useShortcuts(
    mayAnswer
      ? { a: () => twice.press('a', draft.approve), d: () => twice.press('d', () => draft.deny('once')) }
      : {},
  );
  return (
    <article className="detail" aria-labelledby={`title-${item.id}`}>
      <div className="detail-body">
        <button type="button" className="back phone-only" onClick={onBack}>
          <ArrowLeft className="i" aria-hidden />
          {texts.title}
          <span className="dimmer">{place}</span>
        </button>
        <DetailHead item={item} />
        {item.warnings.map((warning) => (
          <p className="notice ask" key={warning}>
            <TriangleAlert className="i" aria-hidden />
            {warning}
          </p>
        ))}
        <Said item={item} />
        <CallAndEffects item={item} draft={draft} mayAnswer={mayAnswer} />
        {mayAnswer && item.scopes.length > 1 && <ScopeChoice item={item} draft={draft} />}
        {mayAnswer && <FurtherAnswers item={item} draft={draft} />}
        {item.team !== undefined && <Quorum team={item.team} />}
        <div className="folds">
          <Why item={item} />
          {mayAnswer && item.editable && <EditCall item={item} draft={draft} />}
          {mayAnswer && item.team?.mayPropose === true && (
            <Suspense fallback={null}>
              <TeamGrantOffer item={item} isLocked={draft.isLocked} onDone={onDone} />
            </Suspense>
          )}
        </div>
      </div>
      {mayAnswer && <AnswerProblem draft={draft} />}
      {mayAnswer && <ActionBar item={item} draft={draft} twice={twice} />}
    </article>
  );
}

/** The person's request and the agent's interpretation: untrusted text, marked as such. */
function Said({ item: { said = {} } }: { readonly item: InboxItem }) {
  const rows = [
    [texts.said.person, said.person],
    [texts.said.agent, said.agent],
  ] as const;
  if (rows.every(([, words]) => words === undefined)) return null;
  return (
    <div className="said">
      {rows.map(
        ([who, words]) =>
          words !== undefined && (
            <p key={who}>
              <b>{who}</b> “{visible(words)}”
            </p>
          ),
      )}
    </div>
  );
}

/** The call with its effects, the reason for asking, and safer alternatives. */
function CallAndEffects({ item, draft, mayAnswer }: DraftProps & { readonly mayAnswer: boolean }) {
  const { safer, why } = item.summary;
  return (
    <>
      <section className="act" aria-label={texts.request.effects}>
        <WholeCall item={item} onSeen={draft.onSeen} />
        <EffectRows effects={item.effects} />
      </section>
      <p className="asked-why">
        <TickedText text={why} />
      </p>
      {safer !== undefined && <SaferOffer safer={safer} onOffer={mayAnswer ? draft.suggest : undefined} />}
    </>
  );
}

interface SaferProps {
  readonly safer: SaferCall;
  /** Absent where this person cannot answer. */
  readonly onOffer: ((safer: SaferCall) => void) | undefined;
}

function SaferOffer({ safer, onOffer }: SaferProps) {
  return (
    <p className="safer">
      <span>
        {texts.safer.title} <code>{visible(safer.call)}</code>
        {texts.safer.because(visible(safer.why))}
      </span>
      {onOffer !== undefined && (
        <Button isSmall onClick={() => onOffer(safer)}>
          {texts.safer.offer}
        </Button>
      )}
    </p>
  );
}

function AnswerProblem({ draft: { problem, lacksPasskey } }: Pick<DraftProps, 'draft'>) {
  return problem === '' ? null : (
    <p className="answer-problem" role="alert">
      {problem} {lacksPasskey && <PluginParts at="lacksPasskey" />}
    </p>
  );
}

interface DraftProps {
  readonly item: InboxItem;
  readonly draft: AnswerDraft;
}

function ScopeChoice({ item, draft }: DraftProps) {
  return (
    <section className="section">
      <h2>
        {texts.scope.title}
        <span className="end hide-phone">{texts.scope.note}</span>
      </h2>
      <Segmented
        label={texts.scope.title}
        isWide
        value={draft.scope}
        segments={item.scopes.map((name) => ({ value: name, title: texts.scope.names[name] }))}
        onChange={draft.setScope}
      />
      {draft.scope !== 'once' && (
        <ScopeRules
          item={item}
          rules={draft.rules}
          hours={draft.hours}
          onRules={draft.setRules}
          onHours={draft.setHours}
        />
      )}
    </section>
  );
}

function EditCall({ item, draft }: DraftProps) {
  return (
    <Disclosure title={texts.edit.title} note={texts.edit.note}>
      <textarea
        className="editor-area"
        aria-label={isCommand(item) ? texts.edit.command : texts.edit.input}
        rows={6}
        spellCheck={false}
        value={draft.edited ?? writtenInput(item)}
        onChange={(event) => draft.setEdited(event.target.value)}
      />
    </Disclosure>
  );
}

function DetailHead({ item }: { readonly item: InboxItem }) {
  const now = useNow();
  const { call, team, askedAt, expiresAt } = item;
  const project = projectOf(item);
  return (
    <header className={isLasting(item) ? 'detail-head grave' : 'detail-head'}>
      <h2 id={`title-${item.id}`}>
        <TickedText text={requestTitle(item, agentTitle(item))} />
      </h2>
      <div className="facts">
        <span>
          <SquareTerminal className="i" aria-hidden />
          {visible(call.tool)}
        </span>
        {project !== undefined && (
          <span title={visible(call.cwd ?? project)}>
            <Folder className="i" aria-hidden />
            {visible(project)}
          </span>
        )}
        {call.session !== undefined && (
          <span>
            <ListTree className="i" aria-hidden />
            {texts.request.session(visible(call.session))}
          </span>
        )}
        {call.agent !== undefined && <span>{texts.request.agent(visible(call.agent.name))}</span>}
        {team !== undefined && call.host !== undefined && <span>{visible(call.host)}</span>}
        <span>
          <Clock className="i" aria-hidden />
          {texts.request.asked(durationText(now - askedAt))}
        </span>
      </div>
      {expiresAt !== undefined && (
        <div className="expires">
          <div>
            <span className="hide-phone">{texts.request.expiresIn}</span>
            <b>{durationText(expiresAt - now)}</b>
          </div>
          {expiresAt - now < ringBelow && (
            <ExpiryRing left={(expiresAt - now) / (expiresAt - askedAt)} size={32} />
          )}
        </div>
      )}
    </header>
  );
}
