import { Box, CircleAlert, CircleSlash, Eye, FileText, Hand, Lightbulb, UserX, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ShownEffect } from '@permesso/protocol/console';
import type { CompactPart, CompactRule, DecisionEntry } from '@permesso/protocol/entry';
import { visible } from '@permesso/protocol/text';
import { effectIcons } from '../ui/effects.tsx';
import { verdictIcons, type ShownVerdict } from '../ui/verdict.tsx';
import { verdictOf } from './words.ts';
import { activityTexts } from './texts.ts';
import { TickedText } from '../ui/ticked-text.tsx';

const texts = activityTexts.receipt;

export interface ReceiptTreeProps {
  readonly entry: DecisionEntry;
  /** The call's effects, as determined today. */
  readonly effects: readonly ShownEffect[];
}

const mostParts = 40;
const mostEffects = 12;

/** A decision's explanation as a tree: the parts, what decided each, and further findings. */
export function ReceiptTree({ entry, effects }: ReceiptTreeProps) {
  const { receipt } = entry;
  const { parts, rules, sandbox, observed, errors = [], offer = [], nobodyToAsk } = receipt;
  const others = rules.filter((rule) => !parts.some((part) => decides(rule, part)));
  return (
    <ul className="tree">
      <li>
        <Node
          icon={<VerdictIcon verdict={verdictOf(entry) ?? entry.verdict} />}
          end={parts.length > 1 ? texts.strictest : ''}
        >
          <b>{verdictOf(entry)}</b>
        </Node>
        <ul>
          {parts.slice(0, mostParts).map((part, at) => (
            <PartNode key={at} part={part} rules={rules} end={texts.part(at + 1, parts.length)} />
          ))}
          {parts.length > mostParts && (
            <li>
              <Node icon={<FileText className="i" aria-hidden />}>
                {texts.moreParts(parts.length - mostParts)}
              </Node>
            </li>
          )}
          {others.map((rule) => (
            <RuleNode key={`${rule.layer} ${rule.text}`} rule={rule} />
          ))}
          {nobodyToAsk === true && (
            <li>
              <Node icon={<UserX className="i" aria-hidden />}>{texts.nobody}</Node>
            </li>
          )}
          {observed !== undefined && (
            <li>
              <Node icon={<Eye className="i" aria-hidden />} end={texts.observedOnly}>
                {texts.observed(observed.verdict, visible(observed.message))}
              </Node>
            </li>
          )}
          {errors.map((error) => (
            <li key={error}>
              <Node icon={<CircleAlert className="i bad" aria-hidden />}>{visible(error)}</Node>
            </li>
          ))}
          {effects.length > 0 && <EffectsNode effects={effects} />}
          <li>
            <Node
              icon={<Box className="i" aria-hidden />}
              end={sandbox === undefined ? '' : texts.profile(sandbox.digest.slice(0, 8))}
            >
              {sandbox === undefined
                ? texts.notSandboxed
                : texts.sandboxed(visible(sandbox.engine), visible(sandbox.version))}
            </Node>
          </li>
          {entry.verdict !== 'allow' && offer.length > 0 && (
            <li>
              <Node icon={<Lightbulb className="i" aria-hidden />}>
                {texts.theRule}{' '}
                {offer.map((rule) => (
                  <code key={rule}>{visible(rule)} </code>
                ))}
                {texts.wouldAllow}
              </Node>
            </li>
          )}
        </ul>
      </li>
    </ul>
  );
}

interface PartNodeProps {
  readonly part: CompactPart;
  readonly rules: readonly CompactRule[];
  readonly end: string;
}

function PartNode({ part, rules, end }: PartNodeProps) {
  const own = rules.filter((rule) => decides(rule, part));
  return (
    <li>
      <Node icon={<VerdictIcon verdict={part.verdict} />} end={end}>
        <code>{visible(part.label).slice(0, 400)}</code>
      </Node>
      <ul>
        {own.map((rule) => (
          <RuleNode key={`${rule.layer} ${rule.text}`} rule={rule} />
        ))}
        {own.length === 0 && (
          <li>
            <Node icon={<CircleSlash className="i" aria-hidden />}>
              <span className="dim">{visible(part.reason)}</span>
            </Node>
          </li>
        )}
      </ul>
    </li>
  );
}

/**
 * The log has the rules that decided the call, and each part has a reason: the rule named there is the part's own.
 */
function decides(rule: CompactRule, { reason, verdict }: CompactPart): boolean {
  return rule.verdict === verdict && reason.includes(rule.text);
}

function RuleNode({ rule }: { readonly rule: CompactRule }) {
  const { verdict, text, layer, place, grant } = rule;
  const file = place?.split('/').at(-1);
  return (
    <li>
      <Node
        icon={<VerdictIcon verdict={verdict} />}
        end={visible([grant === undefined ? layer : texts.remembered, file].filter(Boolean).join(', '))}
        title={place}
      >
        <code>{visible(text)}</code>
      </Node>
    </li>
  );
}

function EffectsNode({ effects }: { readonly effects: readonly ShownEffect[] }) {
  return (
    <li>
      <Node icon={<Zap className="i" aria-hidden />} end={texts.asToday}>
        {texts.effects}
      </Node>
      <ul>
        {effects.slice(0, mostEffects).map((effect) => {
          const Icon = effectIcons[effect.does ?? 'runs'];
          return (
            <li key={effect.words}>
              <Node
                icon={<Icon className={`i ${effect.lasting ? 'bad' : ''}`} aria-hidden />}
                end={effect.lasting ? texts.lasting : ''}
              >
                <TickedText text={effect.words} />
              </Node>
            </li>
          );
        })}
        {effects.length > mostEffects && (
          <li>
            <Node icon={<Hand className="i" aria-hidden />}>{texts.more(effects.length - mostEffects)}</Node>
          </li>
        )}
      </ul>
    </li>
  );
}

function VerdictIcon({ verdict }: { readonly verdict: ShownVerdict }) {
  const Icon = verdictIcons[verdict];
  return (
    <span className={`verdict ${verdict}`}>
      <Icon className="i" aria-hidden />
      <span className="sr">{verdict}</span>
    </span>
  );
}

interface NodeProps {
  readonly icon: ReactNode;
  readonly end?: string;
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

function Node({ icon, end = '', title, children }: NodeProps) {
  return (
    <div className="node" title={title === undefined ? undefined : visible(title)}>
      {icon}
      <span className="node-text">{children}</span>
      {end !== '' && <span className="end">{end}</span>}
    </div>
  );
}
