import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { words } from '../words/words.ts';

/** The page of a link from a message. It needs nobody to be signed in. */
export function LinkPage({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  const { product } = words();
  useEffect(() => {
    document.title = `${title} · ${product}`;
  }, [title, product]);
  return (
    <main class="sign-in" id="main">
      <div class="card">
        <p class="brand">
          <i aria-hidden="true" />
          {product}
        </p>
        {children}
      </div>
    </main>
  );
}

export function LinkNotice({ tone, text }: { readonly tone: 'good' | 'slow'; readonly text: string }) {
  return (
    <div class={`notice ${tone}`} role="alert">
      <p>{text}</p>
    </div>
  );
}
