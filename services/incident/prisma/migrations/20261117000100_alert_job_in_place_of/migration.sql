-- The contact that could not be reached, if this one is told in its place; as the decision says.
ALTER TABLE alert_job ADD COLUMN in_place_of text;
UPDATE alert_job AS job SET in_place_of = decision.in_place_of
FROM alert_decision AS decision
WHERE decision.in_place_of IS NOT NULL AND decision.about_id = job.about_id
  AND decision.contact_id = job.contact_id AND decision.kind = job.kind AND decision.number = job.number;
