import type { RecipeCall } from '@vedette/sdk/recipes';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { words } from '../words/words.ts';
import { Recipe } from './recipe.tsx';
import { Sentence } from './sentence.tsx';

interface Props {
  readonly title: string;
  /** The name in a title that is a sentence. */
  readonly name?: string;
  /** What stands before the title, such as a link to the list. */
  readonly above?: ComponentChildren;
  /** What stands beside the title, such as the state. */
  readonly beside?: ComponentChildren;
  /** The call that scripts read the same with. */
  readonly recipe?: RecipeCall;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The head that all screens have. */
export function Screen({ title, name, above, beside, recipe, actions, children }: Props) {
  const { product } = words();
  useEffect(() => {
    document.title = `${title} · ${product}`;
  }, [title, product]);
  return (
    <>
      <header class="screen-head">
        <div class="screen-title">
          {above !== undefined && <div class="above">{above}</div>}
          <h1 dir="auto">{name === undefined ? title : <Sentence text={title} name={name} />}</h1>
        </div>
        {beside}
        <div class="space" />
        <div class="actions">
          {actions}
          {recipe !== undefined && <Recipe call={recipe} />}
        </div>
      </header>
      {children}
    </>
  );
}
