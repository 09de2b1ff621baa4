import { auditCommands } from './audit.commands.ts';
import { batchCommand } from './batch.command.ts';
import type { Entry } from '../cli/command.ts';
import { contactCommands } from './contact.commands.ts';
import { doctorCommand } from './doctor.command.ts';
import { keyCommands } from './key.commands.ts';
import { orgCommands } from './org.commands.ts';
import { parkedCommands } from './parked.commands.ts';
import { personCommands } from './person.commands.ts';
import { planCommands } from './plan.commands.ts';
import { statusCommand } from './status.command.ts';

/** All commands, in the order of the help. */
export const entries: readonly Entry[] = [
  statusCommand,
  doctorCommand,
  orgCommands,
  planCommands,
  personCommands,
  keyCommands,
  contactCommands,
  auditCommands,
  parkedCommands,
  batchCommand,
];
