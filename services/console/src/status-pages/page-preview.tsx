import { useSignal } from '@preact/signals';
import type { StatusPagePreviewCreate } from '@vedette/sdk';
import { useEffect } from 'preact/hooks';
import { api } from '../api/client.ts';
import { attempt } from '../data/attempt.ts';
import { statusPageWords } from '../words/status-pages.ts';

interface Props {
  /** Undefined while a field is wrong: the preview before it stays. */
  readonly body: StatusPagePreviewCreate | undefined;
}

/** Somebody who types has stopped for a moment. */
const QUIET_MS = 500;
/** The address works for five minutes, and the page at it looks for news. */
const RENEW_MS = 240_000;

/** The page of the real renderer, which follows the editor. */
export function PagePreview({ body }: Props) {
  const texts = statusPageWords();
  const url = useSignal<string | undefined>(undefined);
  const hasFailed = useSignal(false);
  const wanted = body === undefined ? undefined : JSON.stringify(body);
  useEffect(() => {
    if (wanted === undefined) return undefined;
    let isWanted = true;
    const ask = async (): Promise<void> => {
      const failure = await attempt(async () => {
        const preview = await api().statusPagePreviews.create(JSON.parse(wanted) as StatusPagePreviewCreate);
        if (isWanted) url.value = preview.url;
      });
      if (isWanted) hasFailed.value = failure !== undefined;
    };
    const asking = setTimeout(() => void ask(), url.peek() === undefined ? 0 : QUIET_MS);
    const renewing = setInterval(() => void ask(), RENEW_MS);
    return () => {
      isWanted = false;
      clearTimeout(asking);
      clearInterval(renewing);
    };
  }, [wanted]);
  return (
    <section class="card page-preview" aria-label={texts.preview}>
      <header>
        <h2>{texts.preview}</h2>
      </header>
      <p class="card-note soft" role="status">
        {hasFailed.value ? texts.previewFailed : wanted === undefined ? texts.previewWaits : ''}
      </p>
      {url.value !== undefined && (
        <iframe class="frame" title={texts.previewTitle} src={url.value} sandbox="allow-scripts allow-same-origin" />
      )}
    </section>
  );
}
