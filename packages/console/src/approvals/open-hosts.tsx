import { Box } from 'lucide-react';
import { visible } from '@permesso/protocol/text';
import { approvalsTexts } from '../texts/approvals.ts';
import { Button } from '../ui/button.tsx';
import type { AnswerDraft } from './answer-draft.ts';

const texts = approvalsTexts.hosts;

/** Where closed hosts are all that the call lacks to run sandboxed: opened, it runs there, and so do the next. */
export function OpenHosts({
  hosts,
  draft,
}: {
  readonly hosts: readonly string[];
  readonly draft: AnswerDraft;
}) {
  const names = hosts.map(visible).join(', ');
  return (
    <section className="section">
      <h2>{texts.title}</h2>
      <p className="prose">{texts.words(names)}</p>
      <div className="acts">
        <Button disabled={draft.isLocked} onClick={draft.openHosts}>
          <Box className="i" aria-hidden />
          {texts.open(names)}
        </Button>
      </div>
    </section>
  );
}
