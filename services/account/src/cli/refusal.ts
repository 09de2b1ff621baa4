// Decides which sentence an operator reads when a service refuses what a command asks for: options go by their own names.
import type { Detail } from '@vedette/contract';
import type { WireError } from '@vedette/messaging/wire';

export function refusalSentence({ message, details }: Pick<WireError, 'message' | 'details'>): string {
  const faults = details?.map(faultOf).join(', and ');
  return faults === undefined ? message : `${faults}.`;
}

/** A message that begins with the name of its field refers to the option of that name, or to a part of its value. */
function faultOf({ path, message }: Detail): string {
  if (!message.startsWith(`${path} `)) return message;
  const [field = '', ...parts] = path.split('.');
  const option = `--${field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  if (parts.length === 0) return `${option}${message.slice(path.length)}`;
  return `${option}: ${message.replaceAll(`${field}.`, '')}`;
}
