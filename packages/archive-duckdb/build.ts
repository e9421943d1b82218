/** `node build.ts`: what is published. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildPlainPackage } from '../server/build-plain-package.ts';

rmSync(join(import.meta.dirname, 'dist'), { recursive: true, force: true });
buildPlainPackage(import.meta.dirname);
