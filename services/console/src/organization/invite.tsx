import { useSignal } from '@preact/signals';
import type { ErrorDetail, InvitationWithLink } from '@vedette/sdk';
import { validate } from 'virtual:validators/createInvitation';
import { api } from '../api/client.ts';
import { may, type Role } from '../data/session.ts';
import { bodyFaults } from '../forms/body-faults.ts';
import { ChoiceField, TextField } from '../forms/form-field.tsx';
import { FormFrame } from '../forms/form-frame.tsx';
import { useForm } from '../forms/use-form.ts';
import { Button } from '../parts/button.tsx';
import { CopyText } from '../parts/copy-text.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { organizationWords } from '../words/organization.ts';
import { words } from '../words/words.ts';
import { grantableRoles } from './grantable-roles.ts';

interface Draft {
  readonly email: string;
  readonly role: Role;
}

const EMPTY: Draft = { email: '', role: 'MEMBER' };

function bodyOf({ email, role }: Draft): Draft {
  return { email: email.trim(), role };
}

function faultsOf(body: Draft): ErrorDetail[] {
  return bodyFaults(validate, body, () => []);
}

export function Invite({ onClose }: { readonly onClose: () => void }) {
  const { people: texts } = organizationWords();
  const { roles } = words();
  const made = useSignal<InvitationWithLink | undefined>(undefined);
  const send = async (body: Draft): Promise<void> => void (made.value = await api().invitations.create(body));
  const form = useForm({ initial: EMPTY, bodyOf, faultsOf, send });
  const { draft, change, fault } = form;
  if (made.value !== undefined) return <Made invitation={made.value} onClose={onClose} />;
  return (
    <Dialog title={texts.invite} onClose={onClose}>
      <FormFrame form={form} action={texts.send} cancel={onClose} isInDialog>
        <TextField
          label={texts.email}
          kind="email"
          value={draft.email}
          fault={fault('email')}
          onChange={(email) => change({ email })}
        />
        <ChoiceField
          label={texts.role}
          hint={texts.roleHints[draft.role]}
          value={draft.role}
          choices={grantableRoles('VIEWER', may('OWNER')).map((each) => [each, roles[each]])}
          onChange={(role) => change({ role })}
        />
      </FormFrame>
    </Dialog>
  );
}

interface MadeProps {
  readonly invitation: InvitationWithLink;
  readonly onClose: () => void;
}

/** Without mail, the link is shown here and nowhere else. */
function Made({ invitation: { email, url }, onClose }: MadeProps) {
  const { people: texts } = organizationWords();
  const { common } = words();
  return (
    <Dialog title={url === null ? texts.mailedTitle : texts.linkTitle} onClose={onClose}>
      <p class="lead">{url === null ? texts.mailedText(email) : texts.linkText}</p>
      {url !== null && <CopyText text={url} />}
      <div class="dialog-actions">
        <Button kind="primary" onClick={onClose}>
          {common.close}
        </Button>
      </div>
    </Dialog>
  );
}
