import { KeyRound } from 'lucide-react';
import { adminTexts } from './texts.ts';
import { CopyButton } from '../ui/copy-button.tsx';

const texts = adminTexts.secret;

export interface SecretOnceProps {
  readonly name: string;
  readonly secret: string;
  /** A command that uses it. */
  readonly command?: string;
}

/** A secret that the server returns only once and does not store. */
export function SecretOnce({ name, secret, command }: SecretOnceProps) {
  return (
    <div className="notice allow secret" role="status">
      <KeyRound className="i" aria-hidden />
      <div>
        <b className="strong">{name}</b> {texts.once}
        <div className="copy-line">
          <code className="secret-text">{secret}</code>
          <CopyButton text={secret} name={name} />
        </div>
        {command !== undefined && (
          <div className="copy-line">
            <code className="secret-text">{command}</code>
            <CopyButton text={command} name={texts.command} />
          </div>
        )}
      </div>
    </div>
  );
}
