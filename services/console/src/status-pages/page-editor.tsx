import { useSignal } from '@preact/signals';
import { statusPageFaults } from '@vedette/contract/status-page-fields';
import type { ErrorDetail, StatusPage } from '@vedette/sdk';
import type { RecipeCall } from '@vedette/sdk/recipes';
import { validate } from 'virtual:validators/createStatusPage';
import { bodyFaults } from '../forms/body-faults.ts';
import { ChoiceField, SwitchField, TextField } from '../forms/form-field.tsx';
import { FormFrame } from '../forms/form-frame.tsx';
import { MoreFields } from '../forms/more-fields.tsx';
import { useForm, type Form } from '../forms/use-form.ts';
import { ZoneField } from '../forms/zone-field.tsx';
import { MonitorPicker, useChoicesKnown } from '../parts/monitor-picker.tsx';
import { RecipeCard } from '../parts/recipe-card.tsx';
import { statusPageWords } from '../words/status-pages.ts';
import { ComponentOrder } from './component-order.tsx';
import { bodyOf, withMonitors, type PageBody, type PageDraft } from './page-draft.ts';
import { PagePreview } from './page-preview.tsx';

const THEMES: readonly StatusPage['theme'][] = ['SYSTEM', 'LIGHT', 'DARK'];
/** What is behind the fold of the form. */
const MORE = ['slug', 'customDomain', 'logoUrl', 'timezone'] as const;

interface Props {
  readonly initial: PageDraft;
  /** The page that is edited; undefined for a new one. */
  readonly page?: StatusPage;
  /** The names of its monitors, by id. */
  readonly names: ReadonlyMap<string, string>;
  readonly action: string;
  readonly cancelAddress: string;
  readonly onSave: (body: PageBody) => Promise<unknown>;
}

function faultsOf(body: PageBody): ErrorDetail[] {
  return bodyFaults(validate, body, () => statusPageFaults(body));
}

/** The fields of a page, with the page itself beside them. */
export function PageEditor({ initial, page, names, action, cancelAddress, onSave }: Props) {
  const texts = statusPageWords();
  const form = useForm({ initial, bodyOf, faultsOf, send: onSave });
  const { draft, change, fault } = form;
  const body = bodyOf(draft);
  const picked = useSignal(names);
  const areChoicesKnown = useChoicesKnown(initial.components.map(({ monitorId }) => monitorId));
  const isRight = faultsOf(body).length === 0;
  const call: RecipeCall =
    page === undefined
      ? { method: 'statusPages.create', body }
      : { method: 'statusPages.update', ids: [page.id], body };
  return (
    <div class="page-editor" hidden={!areChoicesKnown}>
      <FormFrame form={form} action={action} cancel={cancelAddress}>
        <TextField label={texts.name} value={draft.name} fault={fault('name')} onChange={(name) => change({ name })} />
        <TextField
          label={texts.description}
          value={draft.description}
          fault={fault('description')}
          onChange={(description) => change({ description })}
        />
        <div class="field-row">
          <ChoiceField
            label={texts.theme}
            value={draft.theme}
            choices={THEMES.map((each) => [each, texts.themes[each]])}
            onChange={(theme) => change({ theme })}
          />
          <TextField
            label={texts.accentColor}
            hint={texts.accentColorHint}
            placeholder="#4b4bd6"
            value={draft.accentColor}
            fault={fault('accentColor')}
            onChange={(accentColor) => change({ accentColor })}
          />
        </div>
        <SwitchField
          label={texts.isPublished}
          value={draft.published}
          onChange={(published) => change({ published })}
        />
        <More form={form} page={page} />
        <MonitorPicker
          label={texts.monitors}
          chosen={draft.components.map(({ monitorId }) => monitorId)}
          onChange={(ids, found) => {
            picked.value = new Map([...picked.value, ...found]);
            change({ components: withMonitors(draft.components, ids) });
          }}
        />
        {draft.components.length > 0 && (
          <fieldset class="picker">
            <legend>{texts.components}</legend>
            <span class="hint">{texts.componentsHint}</span>
            <ComponentOrder
              components={draft.components}
              nameOf={(id) => picked.value.get(id) ?? id}
              fault={fault}
              onChange={(components) => change({ components })}
            />
          </fieldset>
        )}
      </FormFrame>
      <PagePreview body={isRight ? { ...body, statusPageId: page?.id ?? null } : undefined} />
      <RecipeCard call={call} />
    </div>
  );
}

function More({ form, page }: { readonly form: Form<PageDraft>; readonly page: StatusPage | undefined }) {
  const texts = statusPageWords();
  const { draft, change, fault } = form;
  return (
    <MoreFields title={texts.more} isFaulty={MORE.some((field) => fault(field) !== undefined)}>
      <TextField
        label={texts.slug}
        hint={texts.slugHint}
        value={draft.slug}
        fault={fault('slug')}
        onChange={(slug) => change({ slug })}
      />
      <TextField
        label={texts.customDomain}
        hint={page === undefined ? texts.customDomainLater : domainHint(page)}
        placeholder="status.example.com"
        value={draft.customDomain}
        fault={fault('customDomain')}
        onChange={(customDomain) => change({ customDomain })}
      />
      <TextField
        label={texts.logoUrl}
        hint={texts.logoUrlHint}
        placeholder="https://"
        value={draft.logoUrl}
        fault={fault('logoUrl')}
        onChange={(logoUrl) => change({ logoUrl })}
      />
      <ZoneField
        label={texts.timezone}
        value={draft.timezone}
        fault={fault('timezone')}
        onChange={(timezone) => change({ timezone })}
      />
    </MoreFields>
  );
}

function domainHint({ id, customDomain, customDomainVerified }: StatusPage): string {
  const texts = statusPageWords();
  return customDomain !== null && customDomainVerified ? texts.verified : texts.customDomainHint(id);
}
