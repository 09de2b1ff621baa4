import { useSignal } from '@preact/signals';
import { FormField } from '../forms/form-field.tsx';
import { Segments } from '../parts/segments.tsx';
import { statusPageWords } from '../words/status-pages.ts';
import { RenderedMessage } from './rendered-message.tsx';

interface Props {
  readonly value: string;
  readonly fault: string | undefined;
  readonly onChange: (value: string) => void;
}

/** A message in Markdown, as it is written or as the public would see it. */
export function MessageField({ value, fault, onChange }: Props) {
  const texts = statusPageWords();
  const view = useSignal<'write' | 'preview'>('write');
  return (
    <div class="message-field">
      <FormField
        label={texts.message}
        hint={texts.messageHint}
        fault={fault}
        control={(ties) => (
          <>
            <Segments
              label={texts.message}
              value={view.value}
              choices={[
                ['write', texts.write],
                ['preview', texts.preview],
              ]}
              onChange={(chosen) => void (view.value = chosen)}
            />
            {view.value === 'write' ? (
              <textarea {...ties} value={value} onInput={(event) => onChange(event.currentTarget.value)} />
            ) : (
              <div id={ties.id} class="message-preview" role="region" aria-label={texts.preview}>
                {value.trim() !== '' && <RenderedMessage message={value} />}
              </div>
            )}
          </>
        )}
      />
    </div>
  );
}
