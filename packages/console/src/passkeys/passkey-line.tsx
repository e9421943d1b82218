import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ListedPasskey } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { momentText } from '../format.ts';
import { passkeyTexts } from './texts.ts';

const texts = passkeyTexts.own;

export interface PasskeyLineProps {
  readonly passkey: ListedPasskey;
  /** What can be done with it. */
  readonly children?: ReactNode;
}

export function PasskeyLine({ passkey, children }: PasskeyLineProps) {
  const { name, isSynced, createdAt, lastUsedAt } = passkey;
  const used = lastUsedAt === null ? texts.unused : texts.used(momentText(Date.parse(lastUsedAt)));
  return (
    <li className="row-line">
      <KeyRound className="i dimmer" aria-hidden />
      <span className="min-w-0">
        {visible(name)} {isSynced && <span className="tag">{texts.synced}</span>}
        <span className="sub">{texts.life(momentText(Date.parse(createdAt)), used)}</span>
      </span>
      {children}
    </li>
  );
}
