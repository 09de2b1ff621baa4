import { Nothing } from '../parts/nothing.tsx';
import { Screen } from '../parts/screen.tsx';
import { organizationWords } from '../words/organization.ts';

/** Shown to people whose role may not see the screen: the menu hides it, but somebody may send them its address. */
export function AdminsOnly({ title }: { readonly title: string }) {
  return (
    <Screen title={title}>
      <Nothing>{organizationWords().adminsOnly}</Nothing>
    </Screen>
  );
}
