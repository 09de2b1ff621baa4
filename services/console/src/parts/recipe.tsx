import { useSignal } from '@preact/signals';
import type { RecipeCall } from '@vedette/sdk/recipes';
import { words } from '../words/words.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import type { RecipeText } from './recipe-text.tsx';

/** A button that shows the same call for scripts. What writes it is loaded when somebody asks. */
export function Recipe({ call }: { readonly call: RecipeCall }) {
  const { recipe, common } = words();
  const text = useSignal<typeof RecipeText | undefined>(undefined);
  const open = async (): Promise<void> => {
    const loaded = await import('./recipe-text.tsx');
    text.value = loaded.RecipeText;
  };
  const close = (): void => {
    text.value = undefined;
  };
  const Text = text.value;
  return (
    <>
      <Button label={recipe.title} onClick={open}>
        <code aria-hidden="true">{'</>'}</code>
      </Button>
      {Text !== undefined && (
        <Dialog title={recipe.title} onClose={close}>
          <Text call={call} />
          <div class="dialog-actions">
            <Button onClick={close}>{common.close}</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
