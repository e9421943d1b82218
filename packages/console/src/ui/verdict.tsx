import { Box, CircleCheck, Hand, OctagonX, type LucideIcon } from 'lucide-react';

export type ShownVerdict = 'allow' | 'sandboxed' | 'ask' | 'deny';

export const verdictIcons: Readonly<Record<ShownVerdict, LucideIcon>> = {
  allow: CircleCheck,
  sandboxed: Box,
  ask: Hand,
  deny: OctagonX,
};

export interface VerdictProps {
  readonly verdict: ShownVerdict;
  /** Tinted, for headings. */
  readonly isTinted?: boolean;
}

/** Icon and word, never colour alone. */
export function Verdict({ verdict, isTinted }: VerdictProps) {
  const Icon = verdictIcons[verdict];
  return (
    <span className={`verdict ${verdict} ${isTinted === true ? 'chip-verdict' : ''}`}>
      <Icon className="i" aria-hidden />
      {verdict}
    </span>
  );
}
