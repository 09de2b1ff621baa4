import { Tabs } from '../parts/tabs.tsx';
import { addressOf } from '../shell/addresses.ts';
import { statusPageWords } from '../words/status-pages.ts';

export function StatusPageTabs() {
  const texts = statusPageWords();
  return (
    <Tabs
      label={texts.views}
      tabs={[
        [addressOf('status-pages'), texts.pages],
        [addressOf('status-pages/incidents'), texts.published],
      ]}
    />
  );
}
