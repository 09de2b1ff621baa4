-- How many maintenance windows may be neither completed nor deleted. Plans of the operator's own get the largest allowance.
ALTER TABLE plan ADD COLUMN maintenance_windows integer NOT NULL DEFAULT 5000 CHECK (maintenance_windows >= 0);
ALTER TABLE plan ALTER COLUMN maintenance_windows DROP DEFAULT;
UPDATE plan SET maintenance_windows = 10 WHERE name = 'FREE';
UPDATE plan SET maintenance_windows = 100 WHERE name = 'TEAM';
