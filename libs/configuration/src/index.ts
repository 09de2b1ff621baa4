export { ConfigError, readConfig, type Config, type Declaration, type Environment } from './read-config.ts';
export {
  address,
  addressRanges,
  dnsServers,
  flag,
  integer,
  ipAddress,
  list,
  oneOf,
  port,
  secretKey,
  text,
  type Parsed,
  type Variable,
} from './variable.ts';
