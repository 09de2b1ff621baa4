import { useSignal } from '@preact/signals';
import { CopyText } from '../parts/copy-text.tsx';
import { Segments } from '../parts/segments.tsx';
import { formWords } from '../words/form.ts';
import { snippetOf, SNIPPETS, type Snippet } from './snippet.ts';

interface Props {
  readonly body: Record<string, unknown>;
  readonly monitorId: string | undefined;
}

/** The same as the form does, for scripts. */
export function RequestSnippets({ body, monitorId }: Props) {
  const { form } = formWords();
  const kind = useSignal<Snippet>('curl');
  return (
    <section class="card snippets">
      <header>
        <h2>{form.sameAs}</h2>
        <div class="space" />
        <Segments
          label={form.sameAs}
          value={kind.value}
          choices={SNIPPETS.map((each) => [each, form.snippets[each]])}
          onChange={(each) => (kind.value = each)}
        />
      </header>
      <div class="card-body">
        <CopyText text={snippetOf(kind.value, body, monitorId)} />
      </div>
    </section>
  );
}
