import { address, readConfig, text, type Config } from '@vedette/configuration';
import { smtpVariables } from '@vedette/mail/config';

// The service's own declaration is not used: it needs the whole service host, which takes longer to load than a command
// runs.
export const declaration = {
  databaseUrl: address('DATABASE_URL', {
    protocols: ['postgresql', 'postgres'],
    secret: true,
    about: 'PostgreSQL that holds the schema of the account service',
  }),
};

/** Separate, because only some commands send requests to other services. */
export const requestDeclaration = {
  natsUrl: address('NATS_URL', {
    protocols: ['nats', 'tls'],
    secret: true,
    many: true,
    about: 'NATS servers of the stack, comma-separated',
  }),
  natsCaFile: text('NATS_CA_FILE', {
    default: null,
    about: 'file with the certificate authority of the NATS servers, for tls://',
  }),
};

/** Separate, because only some commands print addresses of the console. */
export const consoleDeclaration = {
  consolePublicUrl: address('CONSOLE_PUBLIC_URL', {
    protocols: ['http', 'https'],
    default: 'http://localhost:8083',
    about: 'address of the console, as links to it are written',
  }),
};

const publicAddress = (variable: string, what: string) =>
  address(variable, {
    protocols: ['http', 'https'],
    default: null,
    about: `address of ${what}, as the start on one machine writes it down`,
  });

/** Separate, because only the doctor tries the mail server and the addresses. */
export const doctorDeclaration = {
  ...consoleDeclaration,
  ...smtpVariables,
  apiUrl: publicAddress('VEDETTE_URL', 'the API'),
  statusPageUrl: publicAddress('VEDETTE_STATUS_URL', 'the status pages'),
  heartbeatUrl: publicAddress('VEDETTE_HEARTBEAT_URL', 'the heartbeat pings'),
};

export type CliConfig = Config<typeof declaration>;
export type RequestConfig = Config<typeof requestDeclaration>;

export type DoctorSettings = Config<typeof doctorDeclaration>;

export const readCliConfig = (): CliConfig => readConfig(declaration, process.env);
export const readConsoleUrl = (): string => readConfig(consoleDeclaration, process.env).consolePublicUrl;
export const readRequestConfig = (): RequestConfig => readConfig(requestDeclaration, process.env);
export const readDoctorSettings = (): DoctorSettings => readConfig(doctorDeclaration, process.env);
