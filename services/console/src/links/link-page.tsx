import { useSignal } from '@preact/signals';
import type { ComponentChildren, FunctionComponent } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { words } from '../words/words.ts';
import { tokenOfLink } from './link-addresses.ts';

export interface LinkProps {
  readonly token: string;
}

/**
 * Starts again with each link. Pasting another link over this page changes only the fragment; answers about the
 * previous link must not be shown for the new one.
 */
export function PerLink({ page: Page }: { readonly page: FunctionComponent<LinkProps> }) {
  const token = useSignal(tokenOfLink());
  useEffect(() => {
    const onHash = (): void => void (token.value = tokenOfLink());
    globalThis.addEventListener('hashchange', onHash);
    return () => globalThis.removeEventListener('hashchange', onHash);
  }, []);
  return <Page key={token.value} token={token.value} />;
}

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

interface NoticeProps {
  readonly tone: 'good' | 'slow';
  readonly text: string;
  /** True if it replaces the button that was pressed: the focus would otherwise be nowhere. */
  readonly takesFocus: boolean;
  /** Outside the region whose changes screen readers announce. */
  readonly role?: 'alert';
}

export function LinkNotice({ tone, text, takesFocus, role }: NoticeProps) {
  const notice = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    if (takesFocus) notice.current?.focus();
  }, []);
  return (
    <p class={`notice ${tone}`} role={role} ref={notice} tabIndex={-1}>
      {text}
    </p>
  );
}
