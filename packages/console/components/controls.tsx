import { Plus, RotateCcw, Snowflake, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../src/ui/button.tsx';
import { Disclosure } from '../src/ui/disclosure.tsx';
import { Segmented } from '../src/ui/fields/segmented.tsx';
import { useToasts } from '../src/ui/toasts.tsx';
import { TypedConfirm } from '../src/ui/typed-confirm.tsx';
import { Shown } from './shown.tsx';

/** What is pressed, typed and chosen. */
export function Controls() {
  return (
    <>
      <Shown title="Buttons" note="32 px, small 24 px, 40 px on touch">
        <Button kind="primary">Approve once</Button>
        <Button kind="primary" className="is-hover">
          Hover
        </Button>
        <Button kind="primary" className="is-focus">
          Focus
        </Button>
        <Button kind="primary" disabled>
          Disabled
        </Button>
        <Button>Replay</Button>
        <Button kind="ghost">Dismiss</Button>
        <Button kind="danger-quiet">
          Deny<kbd>D</kbd>
        </Button>
        <Button kind="freeze">
          <Snowflake className="i" aria-hidden />
          Freeze
        </Button>
        <Button kind="danger">Freeze acme</Button>
        <Button isSmall>
          <Plus className="i" aria-hidden />
          Add rule
        </Button>
        <Button isIcon aria-label="Again">
          <RotateCcw className="i" aria-hidden />
        </Button>
        <Button kind="ghost" isIcon isSmall aria-label="Close">
          <X className="i" aria-hidden />
        </Button>
      </Shown>
      <Shown title="Inputs" note="label above, help or problem below" isColumn>
        <label className="field">
          <span className="label">Rule</span>
          <input className="input mono" defaultValue="Bash(npm run:*)" />
          <span className="hint">Comments in the file are kept</span>
        </label>
        <label className="field">
          <span className="label">Rule with a problem</span>
          <input className="input mono" defaultValue="Bash(npm run:*" aria-invalid />
          <span className="problem">Missing ) at the end</span>
        </label>
        <label className="field">
          <span className="label">Disabled</span>
          <input className="input" disabled defaultValue="Managed by acme" />
        </label>
      </Shown>
      <Choices />
      <Shown title="Disclosure" isColumn>
        <Disclosure title="Why you are asked" note="1 part of 2 not allowed by a rule">
          <p className="prose">No rule allows it.</p>
        </Disclosure>
      </Shown>
      <Feedback />
    </>
  );
}

function Choices() {
  const [scope, setScope] = useState('once');
  return (
    <Shown title="Segmented control" isColumn>
      <Segmented
        label="Approve for"
        isWide
        value={scope}
        segments={['once', 'session', 'project', 'always'].map((value) => ({ value, title: value }))}
        onChange={setScope}
      />
    </Shown>
  );
}

function Feedback() {
  const say = useToasts();
  const [isOpen, setOpen] = useState(false);
  return (
    <Shown title="Feedback" note="toast 8 s with undo; typed confirmation for what stops everybody">
      <Button onClick={() => say({ text: 'Rule added: Bash(gh pr create:*)', onUndo: () => undefined })}>
        Toast
      </Button>
      <Button onClick={() => say({ text: 'The log cannot be written', isProblem: true })}>Problem</Button>
      <Button kind="danger" onClick={() => setOpen(true)}>
        Typed confirmation
      </Button>
      <p className="notice">A notice stands where its cause is.</p>
      <p className="notice ask">Broad: also covers npm publish.</p>
      <p className="notice deny">This call is denied.</p>
      <TypedConfirm
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        icon={<Snowflake className="i bad" aria-hidden />}
        title="Freeze shop?"
        word="shop"
        reasonLabel="Reason, shown with every denied call"
        action="Freeze shop"
        onConfirm={() => Promise.resolve()}
      >
        Every call of every agent in shop is denied until you unfreeze it.
      </TypedConfirm>
    </Shown>
  );
}
