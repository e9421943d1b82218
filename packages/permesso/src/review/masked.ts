import { secretShapes } from '@permesso/engine/facts';

/** Likely secrets are not repeated: reports end up in logs. */
export function masked(text: string): string {
  return secretShapes().reduce((shown, { shape }) => shown.replace(shape, '***'), text);
}
