import { useSignal } from '@preact/signals';
import { recipeOf, type RecipeCall } from '@vedette/sdk/recipes';
import { CONSOLE_URL } from '../base-path.ts';
import { words } from '../words/words.ts';
import { CopyText } from './copy-text.tsx';
import { RecipeAnswer } from './recipe-answer.tsx';
import { Segments } from './segments.tsx';

type Kind = 'curl' | 'sdk' | 'json';

const KINDS: readonly Kind[] = ['curl', 'sdk', 'json'];

/** A call of the API as a curl command, as a script, and its body as JSON; without a body, the answer. */
export function RecipeText({ call }: { readonly call: RecipeCall }) {
  const { recipe: texts } = words();
  const recipe = recipeOf(call, { consoleUrl: CONSOLE_URL });
  const kinds = KINDS.filter((each) => recipe[each] !== null || (each === 'json' && recipe.isRead));
  const wanted = useSignal<Kind>('curl');
  const kind = kinds.includes(wanted.value) ? wanted.value : kinds[0];
  if (kind === undefined) return <p class="soft">{texts.none}</p>;
  return (
    <div class="recipe">
      <Segments
        label={texts.title}
        value={kind}
        choices={kinds.map((each) => [each, texts.kinds[each]])}
        onChange={(each) => (wanted.value = each)}
      />
      {recipe[kind] === null ? <RecipeAnswer call={call} /> : <CopyText text={recipe[kind]} />}
      {recipe.curl === null && <p class="soft">{texts.none}</p>}
    </div>
  );
}
