-- Our own copies of logos: a page asks no other host, and has its logo when that host is down.
CREATE TABLE page_logo (
  page_id text COLLATE "C" PRIMARY KEY REFERENCES status_page ON DELETE CASCADE,
  url text NOT NULL,
  -- NULL until it has been fetched once.
  content_type text,
  bytes bytea,
  -- When it is fetched again; in the near future while somebody is at it.
  due_at timestamptz NOT NULL
);
CREATE INDEX page_logo_due ON page_logo (due_at);
CREATE INDEX status_page_with_logo ON status_page (id) WHERE logo_url IS NOT NULL;
