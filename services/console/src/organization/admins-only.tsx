import { Nothing } from '../parts/nothing.tsx';
import { Screen } from '../parts/screen.tsx';
import { organizationWords } from '../words/organization.ts';

/** For those whose role does not open the screen: the menu does not offer it, but somebody may pass its address on. */
export function AdminsOnly({ title }: { readonly title: string }) {
  return (
    <Screen title={title}>
      <Nothing>{organizationWords().adminsOnly}</Nothing>
    </Screen>
  );
}
