-- Who was shown the secret, as the audit log names actors. Null: whoever made the key.
ALTER TABLE key_secret ADD COLUMN shown_to text;

UPDATE key_secret SET shown_to = replaced.actor
FROM (
  SELECT DISTINCT ON (resource_id) resource_id, actor FROM audit_log
  WHERE operation = 'replaceKey' AND NOT is_refused
  ORDER BY resource_id, id DESC
) AS replaced
WHERE key_secret.key_id = replaced.resource_id AND key_secret.ends_at IS NULL;

ALTER TABLE mail DROP CONSTRAINT mail_kind_check;
ALTER TABLE mail ADD CONSTRAINT mail_kind_check
  CHECK (kind IN ('SIGN_IN_LINK', 'INVITATION', 'NEW_KEY', 'NEW_SECRET', 'NEW_ROLE', 'NEW_ADDRESS', 'KEYS_LEFT'));

-- Invitations whose inviters may no longer grant the role.
DELETE FROM invitation WHERE NOT EXISTS (
  SELECT FROM membership
  WHERE membership.organization_id = invitation.organization_id AND membership.person_id = invitation.invited_by
    AND (membership.role = 'OWNER' OR membership.role = 'ADMIN' AND invitation.role <> 'OWNER')
);
