import { Tabs } from '../parts/tabs.tsx';
import { addressOf } from '../shell/addresses.ts';
import { contactWords } from '../words/contacts.ts';

export function ContactTabs() {
  const texts = contactWords();
  return (
    <Tabs
      label={texts.views}
      tabs={[
        [addressOf('contacts'), texts.all],
        [addressOf('contacts/by-monitor'), texts.byMonitor],
      ]}
    />
  );
}
