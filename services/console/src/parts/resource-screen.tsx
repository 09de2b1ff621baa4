import { useSignal } from '@preact/signals';
import type { RecipeCall } from '@vedette/sdk/recipes';
import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import { remove, type Resource } from '../data/resource.ts';
import { may } from '../data/session.ts';
import type { Topic } from '../data/topic.ts';
import { words } from '../words/words.ts';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Loaded } from './loaded.tsx';
import { Screen } from './screen.tsx';

interface Link {
  readonly address: string;
  readonly text: string;
}

interface Deletion {
  readonly topic: Topic;
  readonly title: string;
  readonly text: string;
  readonly work: () => PromiseLike<unknown>;
}

interface Props<T> {
  readonly from: Resource<T>;
  readonly title: string;
  readonly recipe: RecipeCall;
  /** Where it is listed; whoever deletes it gets there. */
  readonly list: Link;
  readonly beside?: ComponentChildren;
  /** Undefined where it can no longer be changed. */
  readonly edit: Link | undefined;
  readonly deletion: Deletion;
  readonly children: (value: T) => ComponentChildren;
}

/** The screen of one resource that members edit and delete. */
export function ResourceScreen<T>({ from, title, recipe, list, beside, edit, deletion, children }: Props<T>) {
  const { common } = words();
  const { route } = useLocation();
  const isDeleting = useSignal(false);
  return (
    <Screen
      title={title}
      recipe={recipe}
      above={<a href={list.address}>{list.text}</a>}
      beside={beside}
      actions={
        may('MEMBER') &&
        from.value.value !== undefined && (
          <>
            {edit !== undefined && (
              <a class="button" href={edit.address}>
                {edit.text}
              </a>
            )}
            <Button onClick={() => void (isDeleting.value = true)}>{common.delete}</Button>
          </>
        )
      }
    >
      <Loaded from={from}>{children}</Loaded>
      {isDeleting.value && (
        <ConfirmDialog
          title={deletion.title}
          text={deletion.text}
          action={common.delete}
          onConfirm={async () => {
            await remove([deletion.topic], deletion.work);
            route(list.address);
          }}
          onClose={() => void (isDeleting.value = false)}
        />
      )}
    </Screen>
  );
}
