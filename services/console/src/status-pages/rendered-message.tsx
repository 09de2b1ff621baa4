import { api } from '../api/client.ts';
import { resource, useResource } from '../data/resource.ts';
import { PartFailure } from '../parts/part-failure.tsx';

/** A message in Markdown as the public sees it. */
export function RenderedMessage({ message }: { readonly message: string }) {
  const found = useResource(
    resource(`message ${message}`, async () => await api().markdownPreviews.create({ message })),
  );
  const rendered = found.value.value;
  return (
    <>
      <PartFailure from={found} />
      {rendered === undefined ? (
        <p class="told" dir="auto">
          {message}
        </p>
      ) : (
        // The renderer of the public pages has made it, without markup of its author; no script runs here but ours.
        <div class="rendered" dir="auto" dangerouslySetInnerHTML={{ __html: rendered.html }} />
      )}
    </>
  );
}
