import type { ContactType } from '@vedette/contract';
import type { Vendor } from './alert-channel.ts';
import { discord } from './discord.ts';
import { ntfy } from './ntfy.ts';
import { pagerDuty } from './pagerduty.ts';
import { slack } from './slack.ts';
import { teams } from './teams.ts';
import { telegram } from './telegram.ts';
import { webhook } from './webhook.ts';

/** All kinds of receivers that are reached over HTTP. */
export const VENDORS: Readonly<Record<Exclude<ContactType, 'EMAIL'>, Vendor>> = {
  WEBHOOK: webhook,
  SLACK: slack,
  DISCORD: discord,
  TEAMS: teams,
  TELEGRAM: telegram,
  PAGERDUTY: pagerDuty,
  NTFY: ntfy,
};
