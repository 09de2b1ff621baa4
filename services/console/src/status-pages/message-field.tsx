import { useSignal } from '@preact/signals';
import { api } from '../api/client.ts';
import { attempt } from '../data/attempt.ts';
import { FormField } from '../forms/form-field.tsx';
import { Segments } from '../parts/segments.tsx';
import { statusPageWords } from '../words/status-pages.ts';

interface Props {
  readonly value: string;
  readonly fault: string | undefined;
  readonly onChange: (value: string) => void;
}

/** A message in Markdown, as it is written or as the public would see it. */
export function MessageField({ value, fault, onChange }: Props) {
  const texts = statusPageWords();
  const view = useSignal<'write' | 'preview'>('write');
  const html = useSignal('');
  const show = async (chosen: 'write' | 'preview'): Promise<void> => {
    view.value = chosen;
    html.value = '';
    if (chosen === 'write' || value.trim() === '') return;
    const failure = await attempt(async () => {
      ({ html: html.value } = await api().markdownPreviews.create({ message: value }));
    });
    if (failure !== undefined) view.value = 'write';
  };
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
              onChange={(chosen) => void show(chosen)}
            />
            {view.value === 'write' ? (
              <textarea {...ties} value={value} onInput={(event) => onChange(event.currentTarget.value)} />
            ) : (
              // The renderer of the public pages has made it, without markup of its author; no script runs here but ours.
              <div
                id={ties.id}
                class="message-preview"
                role="region"
                aria-label={texts.preview}
                dangerouslySetInnerHTML={{ __html: html.value }}
              />
            )}
          </>
        )}
      />
    </div>
  );
}
