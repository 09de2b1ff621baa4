-- Every invitation of the last day, whatever became of it, for the limits of an hour and of a day.
CREATE TABLE invitation_made (
  organization_id text COLLATE "C" NOT NULL,
  email text NOT NULL,
  at timestamptz(3) NOT NULL
);
CREATE INDEX invitation_made_organization_id ON invitation_made (organization_id, at);
CREATE INDEX invitation_made_at ON invitation_made (at);

INSERT INTO invitation_made (organization_id, email, at)
SELECT organization_id, email, created_at FROM invitation WHERE created_at > now() - interval '1 day';

-- The organization that a mail is about; null for those about a sign-in, which have a lane of their own.
ALTER TABLE mail ADD COLUMN organization_id text COLLATE "C";
-- When a sender last took the mail: organizations take turns by it.
ALTER TABLE mail ADD COLUMN taken_at timestamptz(3);
-- When the mail was last handed to the mail server, for the limits of one hour.
ALTER TABLE mail ADD COLUMN tried_at timestamptz(3);

UPDATE mail SET organization_id = invitation.organization_id FROM invitation WHERE invitation.id = mail.invitation_id;
UPDATE mail SET tried_at = ended_at WHERE is_sent;

CREATE INDEX mail_organization_id ON mail (organization_id, taken_at) WHERE organization_id IS NOT NULL;
DROP INDEX mail_address;
CREATE INDEX mail_address ON mail (address, kind, tried_at);
