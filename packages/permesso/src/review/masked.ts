import { secretShapes } from '@permesso/engine/facts';

/** What looks like a secret is not repeated: reports end up in logs. */
export function masked(text: string): string {
  return secretShapes().reduce((shown, { shape }) => shown.replace(shape, '***'), text);
}
