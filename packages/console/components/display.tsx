import { FlaskConical } from 'lucide-react';
import type { ShownPart } from '@permesso/protocol/console';
import { Button } from '../src/ui/button.tsx';
import { CommandBlock } from '../src/ui/command-block.tsx';
import { CommandText } from '../src/ui/command-text.tsx';
import { ExpiryRing } from '../src/ui/charts/expiry-ring.tsx';
import { KeyFigure } from '../src/ui/charts/key-figure.tsx';
import { MatchStrip } from '../src/ui/charts/match-strip.tsx';
import { Sparkline } from '../src/ui/charts/sparkline.tsx';
import { StackedArea } from '../src/ui/charts/stacked-area.tsx';
import { Bones, Empty, Failed } from '../src/ui/states.tsx';
import { Verdict } from '../src/ui/verdict.tsx';
import { Shown } from './shown.tsx';

const verdicts = ['allow', 'sandboxed', 'ask', 'deny'] as const;
const colours = [
  'color-canvas',
  'color-surface',
  'color-hover',
  'color-selected',
  'color-accent',
  'color-danger',
  'verdict-allow-fill',
  'verdict-sandboxed-fill',
  'verdict-ask-fill',
  'verdict-deny-fill',
  'chart-allow',
  'chart-ask',
];

const text = 'cd web && npm test; git push; cat .env';
const words: readonly (readonly [string, ShownPart['verdict'], string])[] = [
  ['cd web', 'allow', 'changes nothing'],
  ['npm test', 'allow', 'Bash(npm:*)'],
  ['git push', 'ask', 'Bash(git push:*)'],
  ['cat .env', 'deny', 'Read(**/.env*)'],
];
const parts = words.map(([label, verdict, reason]): ShownPart => {
  const start = text.indexOf(label);
  return { label, verdict, reason, doubts: [], span: { start, end: start + label.length } };
});
const trend = [4, 6, 5, 8, 3, 2, 7, 9, 8, 6, 5, 7];

/** What is only looked at. */
export function Display() {
  return (
    <>
      <Shown title="Colour" note="names of tokens.css">
        <div className="swatch-row">
          {colours.map((name) => (
            <div key={name}>
              <svg aria-hidden>
                <rect
                  width="100%"
                  height="100%"
                  fill={`var(--${name})`}
                  stroke="var(--color-border-strong)"
                />
              </svg>
              {name}
            </div>
          ))}
        </div>
      </Shown>
      <Shown title="Verdicts" note="icon and word always; the line differs too" isColumn>
        <div className="flex gap-4">
          {verdicts.map((verdict) => (
            <Verdict key={verdict} verdict={verdict} />
          ))}
        </div>
        <div className="flex gap-4">
          {verdicts.map((verdict) => (
            <Verdict key={verdict} verdict={verdict} isTinted />
          ))}
        </div>
        <CommandBlock text={text} parts={parts} />
      </Shown>
      <Shown title="Status">
        <span className="tag">draft</span>
        <span className="tag allow">proven</span>
        <span className="tag ask">not proven</span>
        <span className="tag deny">not protected</span>
        <span className="tag sandboxed">frozen</span>
        <span className="count">7</span>
        <ExpiryRing left={0.8} />
        <ExpiryRing left={0.1} />
        <ExpiryRing left={0.6} size={32} />
        <MatchStrip of={20} matched={4} />
      </Shown>
      <Shown title="Key figures and charts" isColumn>
        <dl className="tiles two">
          <KeyFigure
            name="Ask rate"
            value="17.3"
            unit="%"
            change={{ text: '9.2 pts', direction: 'down', is: 'good' }}
            note="was 26.5 %"
          >
            <Sparkline tone="ask" values={trend} />
          </KeyFigure>
          <KeyFigure
            name="Denied"
            value="247"
            change={{ text: '12', direction: 'up', is: 'flat' }}
            note="2.0 % of calls"
          >
            <Sparkline tone="deny" values={trend} />
          </KeyFigure>
        </dl>
        <StackedArea
          label="Verdicts per day"
          order={verdicts}
          points={trend.map((value, at) => ({
            at,
            counts: { allow: value * 20, sandboxed: value * 8, ask: value * 4, deny: value },
          }))}
          dateOf={(at) => `${at + 1} Nov`}
        />
      </Shown>
      <Rows />
      <Shown title="Empty, loading, error" isColumn>
        <Empty
          title="Nothing is waiting"
          action={
            <Button>
              <FlaskConical className="i" aria-hidden />
              Try a command
            </Button>
          }
        >
          Approval requests appear here the moment an agent asks.
        </Empty>
        <Bones rows={3} />
        <Failed title="Could not read the log" onRetry={() => undefined}>
          Agents keep deciding with the last policy.
        </Failed>
      </Shown>
    </>
  );
}

function Rows() {
  const states = ['', 'is-hover', 'is-selected'] as const;
  const titles = ['Default', 'Hover', 'Selected', 'New, live'];
  return (
    <section className="card">
      <div className="card-head">
        <h2>Table rows</h2>
      </div>
      <table className="table">
        <thead>
          <tr>
            <th>State</th>
            <th>Verdict</th>
            <th>Call</th>
          </tr>
        </thead>
        <tbody>
          {states.map((state, at) => (
            <tr key={state} className={state} aria-selected={state === 'is-selected'}>
              <td>{titles[at]}</td>
              <td>
                <Verdict verdict={verdicts[at] ?? 'ask'} />
              </td>
              <td>
                <CommandText text="git push --force origin main && rm -rf build" isCut />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
