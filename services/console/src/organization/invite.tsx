import { useSignal } from '@preact/signals';
import type { ErrorDetail, InvitationWithLink } from '@vedette/sdk';
import { validate } from 'virtual:validators/createInvitation';
import { api, type Failure } from '../api/client.ts';
import { attempt } from '../data/attempt.ts';
import { may, type Role } from '../data/session.ts';
import { bodyFaults, faultOf } from '../forms/body-faults.ts';
import { ChoiceField, TextField } from '../forms/form-field.tsx';
import { Button } from '../parts/button.tsx';
import { CopyText } from '../parts/copy-text.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { organizationWords } from '../words/organization.ts';
import { words } from '../words/words.ts';
import { grantableRoles } from './grantable-roles.ts';

export function Invite({ onClose }: { readonly onClose: () => void }) {
  const { people: texts } = organizationWords();
  const { roles, common } = words();
  const email = useSignal('');
  const role = useSignal<Role>('MEMBER');
  const made = useSignal<InvitationWithLink | undefined>(undefined);
  const faults = useSignal<readonly ErrorDetail[]>([]);
  const failure = useSignal<Failure | undefined>(undefined);
  const isBusy = useSignal(false);
  const invite = async (): Promise<void> => {
    const body = { email: email.value.trim(), role: role.value };
    faults.value = bodyFaults(validate, body, () => []);
    failure.value = undefined;
    if (faults.value.length > 0) return;
    isBusy.value = true;
    failure.value = await attempt(async () => void (made.value = await api().invitations.create(body)));
    faults.value = failure.value?.details ?? [];
    isBusy.value = false;
  };
  if (made.value !== undefined) return <Made invitation={made.value} onClose={onClose} />;
  return (
    <Dialog title={texts.invite} onClose={onClose}>
      <form
        class="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void invite();
        }}
      >
        {failure.value !== undefined && <FailureNotice failure={failure.value} isWrite />}
        <TextField
          label={texts.email}
          kind="email"
          value={email.value}
          fault={faultOf(faults.value, 'email')}
          onChange={(value) => void (email.value = value)}
        />
        <ChoiceField
          label={texts.role}
          hint={texts.roleHints[role.value]}
          value={role.value}
          choices={grantableRoles('VIEWER', may('OWNER')).map((each) => [each, roles[each]])}
          onChange={(value) => void (role.value = value)}
        />
        <div class="dialog-actions">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={isBusy.value}>
            {texts.send}
          </Button>
        </div>
      </form>
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
