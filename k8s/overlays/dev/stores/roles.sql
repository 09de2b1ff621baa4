-- The image runs this once, when it makes the database: the same roles and schemas as in production.
\getenv password GATEWAY_PASSWORD
CREATE ROLE gateway LOGIN PASSWORD :'password';
CREATE SCHEMA gateway AUTHORIZATION gateway;

\getenv password ACCOUNT_PASSWORD
CREATE ROLE account LOGIN PASSWORD :'password';
CREATE SCHEMA account AUTHORIZATION account;

\getenv password MONITOR_PASSWORD
CREATE ROLE monitor LOGIN PASSWORD :'password';
CREATE SCHEMA monitor AUTHORIZATION monitor;

\getenv password INCIDENT_PASSWORD
CREATE ROLE incident LOGIN PASSWORD :'password';
CREATE SCHEMA incident AUTHORIZATION incident;

\getenv password STATUS_PAGE_PASSWORD
CREATE ROLE status_page LOGIN PASSWORD :'password';
CREATE SCHEMA status_page AUTHORIZATION status_page;

\getenv password WEBHOOK_DISPATCHER_PASSWORD
CREATE ROLE webhook_dispatcher LOGIN PASSWORD :'password';
CREATE SCHEMA webhook_dispatcher AUTHORIZATION webhook_dispatcher;
