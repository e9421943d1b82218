import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ListedPasskey } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { momentText } from '../../format.ts';
import { RowLine } from '../../ui/row-line.tsx';
import { passkeyTexts } from './texts.ts';

const texts = passkeyTexts.own;

export interface PasskeyLineProps {
  readonly passkey: ListedPasskey;
  readonly children?: ReactNode;
}

export function PasskeyLine({ passkey, children }: PasskeyLineProps) {
  const { name, isSynced, createdAt, lastUsedAt } = passkey;
  const used = lastUsedAt === null ? texts.unused : texts.used(momentText(Date.parse(lastUsedAt)));
  return (
    <RowLine icon={KeyRound} sub={texts.life(momentText(Date.parse(createdAt)), used)} end={children}>
      {visible(name)} {isSynced && <span className="tag">{texts.synced}</span>}
    </RowLine>
  );
}
