import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { QuietHours } from '@permesso/protocol/console';
import { send } from '../api.ts';
import { errorText } from '../format.ts';
import { componentTexts } from '../ui/texts.ts';
import { notificationTexts } from './texts.ts';
import { FormSheet } from '../ui/form-sheet.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { isComplete, QuietFields } from './quiet-fields.tsx';
import { usualHours } from './quiet-words.ts';
import './notifications.css';

const texts = notificationTexts.quiet;

export interface QuietSheetProps {
  readonly title: string;
  readonly words: string;
  readonly hours: QuietHours | null;
  /** Where they are put. */
  readonly path: string;
  /** Read again afterwards. */
  readonly queryKey: string;
  readonly onClose: () => void;
}

/** When a target is told nothing. */
export function QuietSheet({ title, words, hours, path, queryKey, onClose }: QuietSheetProps) {
  const client = useQueryClient();
  const [draft, setDraft] = useState<QuietHours>(hours ?? usualHours);
  const [problem, setProblem] = useState('');
  async function submit(): Promise<void> {
    try {
      await send('PUT', path, { hours: { ...draft, zone: draft.zone.trim() } });
      await client.invalidateQueries({ queryKey: [queryKey] });
      onClose();
    } catch (error) {
      setProblem(errorText(error));
    }
  }
  return (
    <FormSheet
      title={title}
      onClose={onClose}
      leave={componentTexts.cancel}
      save={texts.save}
      isIncomplete={!isComplete(draft)}
      onSubmit={submit}
    >
      <p className="prose">{words}</p>
      <QuietFields hours={draft} onChange={setDraft} />
      <ProblemNotice text={problem} />
    </FormSheet>
  );
}
