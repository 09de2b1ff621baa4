import type { PlanLimits } from '@vedette/contract';
import { PlanRepository } from '../organizations/plan.repository.ts';
import { answer, command, refuse, type Group, type Outcome } from '../cli/command.ts';
import { oneOf, quoted } from '../cli/option.ts';
import { table } from '../cli/table.ts';

export const planCommands: Group = {
  name: 'plan',
  about: 'Plans: what organizations may use. They are rows of the table account.plan.',
  commands: [
    command({
      name: 'list',
      about: 'List the plans and what they allow',
      example: 'plan list --json',
      options: {},
      run: async (_, { connections }) => {
        const plans = await new PlanRepository(await connections.database()).list();
        return answer(plans, table(plans.map(rowOf), 'There are no plans.'));
      },
    }),
  ],
};

export function refuseUnknownPlan(name: string, plans: readonly PlanLimits[]): Outcome {
  return refuse(`There is no plan ${quoted(name)}: it must be ${oneOf(plans.map((plan) => plan.name))}.`);
}

function rowOf(plan: PlanLimits) {
  return {
    name: plan.name,
    monitors: plan.monitors,
    'fastest interval': `${plan.fastestIntervalSeconds} s`,
    'status pages': plan.statusPages,
    'webhook endpoints': plan.webhookEndpoints,
    'maintenance windows': plan.maintenanceWindows,
  };
}
