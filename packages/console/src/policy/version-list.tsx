import { CircleCheck, CircleDot, Undo2, Ban, Eye, type LucideIcon } from 'lucide-react';
import { visible } from '@permesso/protocol/text';
import { momentText, shortName } from '../format.ts';
import { policyTexts as texts } from './texts.ts';
import { stateOf, type KnownPolicy, type VersionState } from './policy-state.ts';

interface Shown {
  readonly icon?: LucideIcon;
  readonly tone: string;
  readonly dot: string;
}

const versionLooks: Readonly<Record<VersionState, Shown>> = {
  active: { icon: CircleCheck, tone: 'allow', dot: 'active' },
  rolling: { icon: CircleDot, tone: 'allow', dot: 'rolling' },
  shadow: { icon: Eye, tone: 'sandboxed', dot: 'rolling' },
  blocked: { icon: Ban, tone: 'deny', dot: 'back' },
  back: { icon: Undo2, tone: 'deny', dot: 'back' },
  draft: { tone: '', dot: '' },
  earlier: { tone: '', dot: '' },
};

export interface VersionListProps {
  readonly known: KnownPolicy;
  readonly open: number | undefined;
  readonly onOpen: (number: number) => void;
}

/** All versions, newest first, as a timeline. */
export function VersionList({ known, open, onOpen }: VersionListProps) {
  return (
    <ol className="version-list">
      {known.versions.map((version) => {
        const { number, note, authorName, createdAt } = version;
        const state = stateOf(version, known);
        return (
          <li key={number}>
            <button
              type="button"
              className="version"
              aria-current={number === open ? 'true' : undefined}
              onClick={() => onOpen(number)}
            >
              <span className={`dot ${versionLooks[state].dot}`} aria-hidden />
              <span className="name">
                {texts.version(number)}
                <StateTag state={state} />
              </span>
              <span className="what">{visible(note)}</span>
              <span className="who" title={visible(authorName)}>
                {visible(shortName(authorName))} · {momentText(Date.parse(createdAt))}
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}

export function StateTag({ state }: { readonly state: VersionState }) {
  const { icon: Icon, tone } = versionLooks[state];
  if (state === 'earlier') return null;
  return (
    <span className={`tag ${tone}`}>
      {Icon !== undefined && <Icon className="i" aria-hidden />}
      {texts.states[state]}
    </span>
  );
}
