import { jsonText, type RecipeCall } from '@vedette/sdk/recipes';
import { api } from '../api/client.ts';
import { resource, useResource } from '../data/resource.ts';
import { CopyText } from './copy-text.tsx';
import { Loaded } from './loaded.tsx';

type Method = (...args: unknown[]) => PromiseLike<unknown>;

/** Calls the method of the client that the call names. A list gives its first page, as curl gets it. */
async function answerOf({ method, ids = [], query }: RecipeCall): Promise<unknown> {
  const [group = '', name = ''] = method.split('.');
  const groups = api() as unknown as Readonly<Record<string, Readonly<Record<string, Method>>>>;
  return await groups[group]?.[name]?.(...ids, ...(query === undefined ? [] : [query]));
}

/** The present answer to a call that reads. */
export function RecipeAnswer({ call }: { readonly call: RecipeCall }) {
  const known = useResource(resource(`answer ${JSON.stringify(call)}`, () => answerOf(call)));
  return <Loaded from={known}>{(answer) => <CopyText text={jsonText(answer)} />}</Loaded>;
}
