import type { Connection } from '@vedette/database';
import { Mutations } from '@vedette/messaging';

/** The one way to change this service's data. */
export class AccountMutations extends Mutations<Connection> {}
