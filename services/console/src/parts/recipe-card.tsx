import type { RecipeCall } from '@vedette/sdk/recipes';
import { words } from '../words/words.ts';
import { RecipeText } from './recipe-text.tsx';

/** What a form does, for scripts, beside the form. */
export function RecipeCard({ call }: { readonly call: RecipeCall }) {
  return (
    <section class="card">
      <header>
        <h2>{words().recipe.title}</h2>
      </header>
      <div class="card-body">
        <RecipeText call={call} />
      </div>
    </section>
  );
}
