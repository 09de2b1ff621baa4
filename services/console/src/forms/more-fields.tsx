import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';

interface Props {
  readonly title: string;
  readonly isFaulty: boolean;
  readonly children: ComponentChildren;
}

/** Fields that few people need. A fault opens them, and they stay open while it is corrected. */
export function MoreFields({ title, isFaulty, children }: Props) {
  const isOpen = useSignal(false);
  useEffect(() => {
    if (isFaulty) isOpen.value = true;
  }, [isFaulty]);
  return (
    <details
      class="more"
      open={isOpen.value || isFaulty}
      onToggle={(event) => void (isOpen.value = event.currentTarget.open)}
    >
      <summary>{title}</summary>
      <div class="form">{children}</div>
    </details>
  );
}
