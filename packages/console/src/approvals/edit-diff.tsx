import { visible } from '@permesso/protocol/text';
import { approvalsTexts } from './texts.ts';

const texts = approvalsTexts.request;

/** The texts that an edit, or each of several, removes and adds. */
export function EditDiff({ input }: { readonly input: Readonly<Record<string, unknown>> }) {
  const edits = editsIn(input);
  if (edits.length === 0) return null;
  return (
    <pre className="diff" aria-label={texts.change}>
      {edits.map(({ before, after }, index) => (
        <span key={index}>
          {edits.length > 1 && (
            <span className="field">{`${texts.changeOf(index + 1, edits.length)}\n`}</span>
          )}
          {before.split('\n').map((line, at) => (
            <del key={`-${at}`}>{`- ${visible(line)}\n`}</del>
          ))}
          {after.split('\n').map((line, at) => (
            <ins key={`+${at}`}>{`+ ${visible(line)}\n`}</ins>
          ))}
        </span>
      ))}
    </pre>
  );
}

interface Edit {
  readonly before: string;
  readonly after: string;
}

function editsIn(input: Readonly<Record<string, unknown>>): readonly Edit[] {
  const { edits } = input;
  return (Array.isArray(edits) ? (edits as unknown[]) : [input]).flatMap((edit) => {
    const { old_string: before, new_string: after } = (edit ?? {}) as Readonly<Record<string, unknown>>;
    return typeof before === 'string' && typeof after === 'string' ? [{ before, after }] : [];
  });
}
