import { noQuery, operation } from '../operation.ts';
import { BODY_BYTES, ORDINARY } from '../operation-bounds.ts';
import { maintenancePreviewFaults } from '../resources/maintenance-window-fields.ts';
import { maintenancePreviewBody, maintenancePreviewSchema } from '../resources/maintenance-window.ts';
import { markdownPreviewBody, markdownPreviewSchema } from '../resources/status-incident.ts';
import { statusPageFaults } from '../resources/status-page-fields.ts';
import { statusPagePreviewBody, statusPagePreviewSchema } from '../resources/status-page.ts';

const common = {
  ...ORDINARY,
  service: 'status-page',
  tag: 'Previews',
  method: 'POST',
  query: noQuery,
  maxBodyBytes: BODY_BYTES.any,
  effect: 'read',
} as const;

/** An editor asks again while somebody types. */
const PAGES_PER_MINUTE = 60;

/** What forms show before they are saved. Nothing that the public sees changes. */
export const previewOperations = {
  createMaintenancePreview: operation({
    ...common,
    id: 'createMaintenancePreview',
    path: '/api/console/v1/maintenance-previews',
    summary: 'Preview the times of a maintenance window',
    description:
      'Returns the next five times at which a maintenance window with these times would take place, or as many as `count` says, from another time on if `from` names one. Times in the past are no fault, so that a window that repeats can be previewed at any time. All times must lie in the years 2000 to 2199.',
    body: maintenancePreviewBody,
    response: maintenancePreviewSchema,
    refine: maintenancePreviewFaults,
  }),
  createMarkdownPreview: operation({
    ...common,
    id: 'createMarkdownPreview',
    path: '/api/console/v1/markdown-previews',
    summary: 'Preview a message',
    description:
      'Returns a message in Markdown as the HTML that status pages show. Messages that are published are rendered first, and organizations take turns. If too many previews of an organization wait, one more is 429 `rate_limited` with `Retry-After`.',
    body: markdownPreviewBody,
    response: markdownPreviewSchema,
    lane: 'long',
  }),
  createStatusPagePreview: operation({
    ...common,
    id: 'createStatusPagePreview',
    path: '/api/console/v1/status-page-previews',
    summary: 'Preview a status page',
    description: `Renders a status page that is not stored, with the present state of its monitors, and returns an address at which the page can be seen for 5 minutes. The fields are those of a new page and are validated in the same way. An organization may preview ${PAGES_PER_MINUTE} pages a minute; one more is 429 \`rate_limited\` with \`Retry-After\`.`,
    body: statusPagePreviewBody,
    response: statusPagePreviewSchema,
    refine: statusPageFaults,
    limiter: { most: PAGES_PER_MINUTE, withinSeconds: 60, of: 'organization' },
    lane: 'heavy',
  }),
};
