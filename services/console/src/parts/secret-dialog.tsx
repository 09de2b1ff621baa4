import { partsWords } from '../words/parts.ts';
import { Button } from './button.tsx';
import { CopyText } from './copy-text.tsx';
import { Dialog } from './dialog.tsx';

interface Props {
  readonly secret: string;
  readonly text: string;
  readonly onClose: () => void;
}

/** Shows a secret this once. It closes when somebody says that they have it. */
export function SecretDialog({ secret, text, onClose }: Props) {
  const { secret: texts } = partsWords();
  return (
    <Dialog title={texts.title}>
      <p class="lead">{text}</p>
      <CopyText text={secret} />
      <div class="dialog-actions">
        <Button kind="primary" onClick={onClose}>
          {texts.done}
        </Button>
      </div>
    </Dialog>
  );
}
