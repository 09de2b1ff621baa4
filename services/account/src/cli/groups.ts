import type { Group } from './command.ts';
import { contactCommands } from './contact.commands.ts';
import { keyCommands } from './key.commands.ts';
import { orgCommands } from './org.commands.ts';
import { parkedCommands } from './parked.commands.ts';
import { personCommands } from './person.commands.ts';
import { planCommands } from './plan.commands.ts';

/** All commands, in the order of the help. */
export const groups: readonly Group[] = [
  orgCommands,
  planCommands,
  personCommands,
  keyCommands,
  contactCommands,
  parkedCommands,
];
