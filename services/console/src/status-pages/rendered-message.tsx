import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api, type Failure } from '../api/client.ts';
import { attempt } from '../data/attempt.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';

const MOST_KEPT = 100;
/** By message, oldest first: the same message is always rendered the same way. */
const kept = new Map<string, string>();

async function render(message: string): Promise<string> {
  const { html } = await api().markdownPreviews.create({ message });
  kept.set(message, html);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return html;
}

interface Props {
  readonly message: string;
}

/** A message in Markdown as the public sees it. */
export function RenderedMessage({ message }: Props) {
  return <Rendered key={message} message={message} />;
}

function Rendered({ message }: Props) {
  const html = useSignal(kept.get(message));
  const failure = useSignal<Failure | undefined>(undefined);
  const read = async (): Promise<void> => {
    failure.value = await attempt(async () => (html.value = await render(message)));
  };
  useEffect(() => {
    if (html.peek() === undefined) void read();
  }, []);
  return (
    <>
      {failure.value !== undefined && <FailureNotice failure={failure.value} onRetry={read} />}
      {html.value === undefined ? (
        <p class="told" dir="auto">
          {message}
        </p>
      ) : (
        // The renderer of the public pages made this HTML, and lets no markup of the author through.
        <div class="rendered" dir="auto" dangerouslySetInnerHTML={{ __html: html.value }} />
      )}
    </>
  );
}
