import { Link, useRouterState } from '@tanstack/react-router';
import { ChevronDown, FlaskConical, List } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { visible } from '@permesso/protocol/text';
import { useSession } from '../session/session.ts';
import { NoProject } from '../ui/no-project.tsx';
import { useProject } from '../session/use-project.ts';
import { Button } from '../ui/button.tsx';
import { ChoiceMenu } from '../ui/choice-menu.tsx';
import { Bones } from '../ui/states.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { CallEditor } from './call-editor.tsx';
import { Outcome } from './outcome.tsx';
import { ShareLink } from './share-link.tsx';
import { examples, readShared, start, type Typed } from './typed-call.ts';
import { useTried, type TriedOutcome } from './use-tried.ts';
import { playgroundTexts as texts } from './texts.ts';
import './playground.css';

/** Type a call, choose a mode and a policy, and see the decision and its reason. Nothing runs. */
export function PlaygroundPage() {
  const { who } = useSession();
  const { project } = useProject();
  if (who.mode === 'local') return <Playground />;
  return project === undefined ? <NoProject /> : <Playground key={project.id} project={project.id} />;
}

interface PlaygroundProps {
  /** With a team server: the project whose published policy decides. */
  readonly project?: string;
}

function Playground({ project }: PlaygroundProps) {
  const shared = useRouterState({ select: ({ location }) => location.searchStr }).replace(/^\?/, '');
  const [typed, setTyped] = useState<Typed>(() => ({ ...start, ...readShared(shared) }));
  useEffect(() => {
    if (shared !== '') setTyped((now) => ({ ...now, ...readShared(shared) }));
  }, [shared]);
  const set = (change: Partial<Typed>): void => setTyped((now) => ({ ...now, ...change }));
  const { who } = useSession();
  const isLocal = project === undefined;
  const cwd = (who.mode === 'local' ? who.cwd : undefined) ?? '/home/dev/project';
  const { tried, problem } = useTried(typed, { project, cwd });
  const [isPolicyOpen, openPolicy] = useState(false);
  const hasPolicy = isPolicyOpen || typed.policy !== '';
  return (
    <div className="play-wrap">
      <div className="play-head">
        <h1>{texts.title}</h1>
        <span className="dim small hide-phone">
          {texts.nothingRuns(deciderOf(tried, isLocal))}
          {tried !== undefined && texts.within(tried.ms)}.
        </span>
        <div className="end">
          <Examples typed={typed} onChange={set} />
          <ShareLink typed={typed} onPaste={set} />
        </div>
      </div>
      <div className={hasPolicy ? 'play' : 'play without-policy'}>
        <div className="play-left">
          <div className="play-call">
            <CallBar typed={typed} modes={tried?.result.modes ?? []} onChange={set} />
            <CallEditor
              label={typed.tool === 'Bash' ? texts.command : texts.input}
              text={typed.text}
              parts={currentParts(typed, tried)}
              onChange={(text) => set({ text })}
            />
          </div>
          {hasPolicy ? (
            <PolicyEditor typed={typed} isLocal={isLocal} isNew={isPolicyOpen} onChange={set} />
          ) : (
            <PolicyBar tag={isLocal ? texts.policy.machine : texts.policy.published}>
              <Button isSmall onClick={() => openPolicy(true)}>
                {texts.policy.another}
              </Button>
            </PolicyBar>
          )}
        </div>
        <div className="play-right" tabIndex={0} role="region" aria-label={texts.region}>
          <ProblemNotice text={problem} />
          {tried === undefined && problem === '' && <Bones />}
          <FirstTry typed={typed} isTeam={!isLocal} />
          {tried !== undefined && <Outcome tried={tried.result} />}
        </div>
      </div>
    </div>
  );
}

/** Only for the current text: spans of another would underline the wrong words. */
function currentParts({ tool, text }: Typed, tried: TriedOutcome | undefined) {
  return tool === 'Bash' && tried?.typed.text === text ? tried.result.decision.receipt.parts : [];
}

function deciderOf(tried: TriedOutcome | undefined, isLocal: boolean): string {
  const server = isLocal ? texts.machine : texts.server;
  return tried?.isHere === true ? texts.confirms(server) : server;
}

interface TypedProps {
  readonly typed: Typed;
  readonly onChange: (change: Partial<Typed>) => void;
}

function Examples({ typed, onChange }: TypedProps) {
  return (
    <ChoiceMenu
      align="end"
      trigger={
        <button type="button" className="btn plain" aria-label={texts.examples}>
          <List className="i" aria-hidden />
          <span className="hide-phone">{texts.examples}</span>
        </button>
      }
      groups={[
        { value: typed.text, choices: examples, onChange: (text) => onChange({ tool: 'Bash', text }) },
      ]}
    />
  );
}

function PolicyBar({ tag, children }: { readonly tag: string; readonly children?: ReactNode }) {
  return (
    <div className="pane-bar policy-bar">
      {texts.policy.title}
      <span className="tag">{tag}</span>
      <span className="end">{children}</span>
    </div>
  );
}

interface PolicyEditorProps extends TypedProps {
  readonly isLocal: boolean;
  /** Opened by a person, who continues typing. */
  readonly isNew: boolean;
}

function PolicyEditor({ typed, isLocal, isNew, onChange }: PolicyEditorProps) {
  const isOwn = typed.policy.trim() !== '';
  return (
    <>
      <PolicyBar tag={isOwn ? texts.policy.own : isLocal ? texts.policy.machine : texts.policy.published} />
      <textarea
        className="policy-editor"
        autoFocus={isNew}
        aria-label={texts.policy.label}
        spellCheck={false}
        placeholder={policyHint(isLocal)}
        value={typed.policy}
        onChange={(event) => onChange({ policy: event.target.value })}
      />
    </>
  );
}

function FirstTry({ typed, isTeam }: { readonly typed: Typed; readonly isTeam: boolean }) {
  if (typed.text !== start.text || typed.policy !== '') return null;
  return (
    <p className="notice play-hint">
      <FlaskConical className="i" aria-hidden />
      <span>
        {texts.first.words} {isTeam ? texts.first.toVersion : texts.first.toRule}{' '}
        <Link className="link" to={isTeam ? '/policy' : '/rules'} search={{}}>
          {isTeam ? texts.first.policy : texts.first.rules}
        </Link>
        {texts.first.again}
      </span>
    </p>
  );
}

function policyHint(isLocal: boolean): string {
  const whose = isLocal ? texts.policy.hintLocal : texts.policy.hintTeam;
  return texts.policy.hint(whose);
}

interface CallBarProps extends TypedProps {
  readonly modes: readonly string[];
}

function CallBar({ typed, modes, onChange }: CallBarProps) {
  return (
    <div className="pane-bar">
      {texts.call.title}
      <span className="end">
        <label className="select">
          <span>{texts.call.tool}</span>
          <input
            aria-label={texts.call.tool}
            value={typed.tool}
            size={8}
            spellCheck={false}
            onChange={(event) => onChange({ tool: event.target.value })}
          />
        </label>
        <Chosen
          label={texts.call.mode}
          value={typed.mode}
          options={[
            { value: '', title: texts.call.modeOfPolicy },
            ...modes.map((mode) => ({ value: mode, title: mode })),
          ]}
          onChange={(mode) => onChange({ mode })}
        />
      </span>
    </div>
  );
}

interface ChosenProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly title: string }[];
  readonly onChange: (value: string) => void;
}

function Chosen({ label, value, options, onChange }: ChosenProps) {
  const title = options.find((option) => option.value === value)?.title ?? visible(value);
  return (
    <ChoiceMenu
      align="end"
      trigger={
        <button type="button" className="select">
          <span>{label}</span> {title}
          <ChevronDown className="i" aria-hidden />
        </button>
      }
      groups={[{ value, choices: options, onChange }]}
    />
  );
}
