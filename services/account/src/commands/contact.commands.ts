import type { AlertContact, ContactType } from '@vedette/contract';
import { CONTACT_TYPES } from '@vedette/contract/contact-type';
import { internal } from '@vedette/contract/internal';
import { answer, command, refuse, type Command, type Context, type Group, type Outcome } from '../cli/command.ts';
import {
  monitorsToChange,
  monitorsToWatch,
  settingOptions,
  settingsOf,
  shownMonitors,
  shownSettings,
} from '../cli/contact-settings.ts';
import { argument, choice, idText, nameText, optional, required } from '../cli/option.ts';
import type { Asked } from '../cli/service-requests.ts';
import { fields, table } from '../cli/table.ts';

const id = argument(idText, 'The contact, as vedette contact list shows it');
const EXAMPLE_ID = 'ac_01kb3d2v7r9c4y6tqhx0nzmgwe';
const organization = required(idText, 'The organization, as vedette org list shows it');

export const contactCommands: Group = {
  name: 'contact',
  about: 'Alert contacts of an organization: who is told when a monitor goes down and when it is up again.',
  commands: [
    command({
      name: 'add',
      about: 'Add a contact',
      details: 'Every contact is attached to monitors that are created later; --monitors is about those that exist.',
      example: 'contact add --org org_01kb3cq5m8e7x2vnd4gtz9whya --type EMAIL --to ops@example.com --name "On call"',
      options: {
        org: organization,
        type: required(
          choice<ContactType>(CONTACT_TYPES),
          'How it is told; WEBHOOK by signed events, SLACK by chat messages',
        ),
        to: required(
          { placeholder: 'ADDRESS', read: idText.read },
          'A mail address, an https address to post to, a chat of Telegram, or an integration key of PagerDuty',
        ),
        secret: optional(
          { placeholder: 'SECRET', read: idText.read },
          'The token of a bot of Telegram, an access token of ntfy, or the signing secret of a WEBHOOK (default: a new one)',
        ),
        name: optional(nameText, 'Shown in place of the address'),
        monitors: optional(monitorsToWatch, 'Those it is attached to now (default: all)'),
        ...settingOptions,
      },
      run: async ({ org, type, to, secret = null, name, monitors = 'ALL', ...values }, { connections, operator }) => {
        const settings = settingsOf(values);
        const contact = { organizationId: org, type, to, secret, name: name ?? null, monitors, settings };
        const asked = await connections.ask(internal.addContact, contact, operator);
        const made = asked.ok ? asked.answer.secret : null;
        const signed =
          made === null ? '' : ` Its messages are signed with the secret ${made}, which is not shown again.`;
        return shown(asked, `Added a contact.${signed}`);
      },
    }),
    command({
      name: 'list',
      about: 'List the contacts of an organization, the oldest first',
      example: 'contact list --org org_01kb3cq5m8e7x2vnd4gtz9whya',
      options: { org: organization },
      run: async ({ org }, { connections }) => {
        const asked = await connections.ask(internal.listContacts, { organizationId: org });
        if (!asked.ok) return refuse(asked.sentence);
        const { contacts } = asked.answer;
        const none = 'The organization has no contacts yet: vedette contact add makes one.';
        return answer(contacts, table(contacts.map(rowOf), none));
      },
    }),
    command({
      name: 'set',
      about: 'Change what a contact is told, and when',
      details: 'What it is told of ongoing outages is decided again at once.',
      example: `contact set ${EXAMPLE_ID} --delay 10 --quiet-hours 22:00-07:00@Europe/Berlin`,
      options: { id, ...settingOptions },
      run: async ({ id: contactId, ...values }, { connections, operator }) => {
        const settings = settingsOf(values);
        if (Object.keys(settings).length === 0) return refuse('Name at least one setting to change.');
        const asked = await connections.ask(internal.changeContact, { contactId, settings }, operator);
        return shown(asked, 'Changed the contact.');
      },
    }),
    command({
      name: 'test',
      about: 'Send a test message to a contact, and show what its receiver answers',
      details: 'A mail address that nobody has confirmed gets the link to confirm it once more instead.',
      example: `contact test ${EXAMPLE_ID}`,
      options: { id },
      run: async ({ id: contactId }, { connections, operator }) => {
        const asked = await connections.ask(internal.testContact, { contactId }, operator);
        if (!asked.ok) return refuse(asked.sentence);
        const { sent, delivered, answer: said, tookMs } = asked.answer;
        const what = sent === 'TEST' ? 'The test message' : 'The link to confirm the address';
        const outcome = delivered ? `was taken in ${tookMs} ms` : 'was not taken';
        return answer(asked.answer, `${what} ${outcome}. ${said}.`, delivered ? 0 : 1);
      },
    }),
    attachment('attach', true, 'Attach a contact to monitors'),
    attachment('detach', false, 'Detach a contact from monitors; it stays attached to those created later'),
    command({
      name: 'remove',
      about: 'Remove a contact, with whatever it was still to be told',
      example: `contact remove ${EXAMPLE_ID}`,
      options: { id },
      run: async ({ id: contactId }, { connections, operator }) =>
        shown(await connections.ask(internal.removeContact, { contactId }, operator), 'Removed the contact.'),
    }),
  ],
};

function attachment(name: string, attached: boolean, about: string): Command {
  const options = { id, monitors: required(monitorsToChange, 'All that exist now, or these') };
  const run = async (
    { id: contactId, monitors }: { id: string; monitors: 'ALL' | string[] },
    { connections, operator }: Context,
  ): Promise<Outcome> => {
    const asked = await connections.ask(internal.attachContact, { contactId, attached, monitors }, operator);
    return shown(asked, attached ? 'Attached the contact.' : 'Detached the contact.');
  };
  return command({ name, about, example: `contact ${name} ${EXAMPLE_ID} --monitors all`, options, run });
}

function shown(asked: Asked<AlertContact>, headline: string): Outcome {
  if (!asked.ok) return refuse(asked.sentence);
  return answer(asked.answer, `${headline}\n\n${fields(rowOf(asked.answer))}`);
}

function rowOf(contact: AlertContact) {
  return {
    id: contact.id,
    type: contact.type,
    name: contact.name,
    to: contact.to,
    state: contact.state,
    monitors: shownMonitors(contact.monitors),
    settings: shownSettings(contact),
    created: new Date(contact.createdAt),
  };
}
