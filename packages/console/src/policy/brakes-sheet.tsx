import type { TeamWho } from '@permesso/protocol/console';
import { policyTexts as texts } from './texts.ts';
import { Sheet } from '../ui/sheet.tsx';
import { FreezeSection } from './freeze-section.tsx';
import { ReviewSetting } from './review-setting.tsx';

export interface BrakesSheetProps {
  readonly who: TeamWho;
  readonly project: string;
  readonly onClose: () => void;
}

/** Safeguards on versions and agents: review by a second person, and freezing. */
export function BrakesSheet({ who, project, onClose }: BrakesSheetProps) {
  return (
    <Sheet title={texts.brakes} onClose={onClose}>
      <ReviewSetting who={who} />
      <FreezeSection who={who} project={project} />
    </Sheet>
  );
}
