import { Snowflake } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { useFreezeTargets } from '../session/freeze.ts';
import { frameTexts } from '../texts/frame.ts';

const FreezeDialog = lazy(async () => ({ default: (await import('./freeze-dialog.tsx')).FreezeDialog }));

/** Denies every call until it is ended. */
export function FreezeButton() {
  const targets = useFreezeTargets().filter(({ mayChange, frozen }) => mayChange && frozen === undefined);
  const [isOpen, setOpen] = useState(false);
  if (targets.length === 0 && !isOpen) return null;
  return (
    <>
      <Button kind="freeze" aria-label={frameTexts.freeze.title} onClick={() => setOpen(true)}>
        <Snowflake className="i" aria-hidden />
        <span>{frameTexts.freeze.title}</span>
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <FreezeDialog targets={targets} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
