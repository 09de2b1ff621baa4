-- The custom domains for which an edge may obtain a certificate. A row outlives its page for a day: deleting a page does not
-- free its place among the new domains of the day.
CREATE TABLE certificate_grant (
  organization_id text COLLATE "C" NOT NULL,
  host text COLLATE "C" NOT NULL,
  granted_at timestamptz(3) NOT NULL,
  PRIMARY KEY (organization_id, host)
);
CREATE INDEX certificate_grant_granted_at ON certificate_grant (granted_at);

-- Domains that are proven already are not new.
INSERT INTO certificate_grant (organization_id, host, granted_at)
SELECT organization_id, host, now() - interval '1 day' FROM status_page WHERE host_verified;
