import type { SignInWords } from '../words-en/sign-in.ts';

export const de: SignInWords = {
  lead: 'Hier gibt es keine Passwörter. Ein Link meldet Sie an; er gilt einmal und 15 Minuten lang.',
  redeeming: 'Sie werden angemeldet',
  refused: 'Dieser Link ist unbekannt, benutzt oder abgelaufen. Fordern Sie einen neuen an.',
  insecure: 'Die Anmeldung braucht https oder localhost. Fragen Sie den Betreiber nach der richtigen Adresse.',
  invitation: {
    title: 'Sie sind eingeladen',
    lead: 'Treten Sie der Organisation bei, von der dieser Link kommt. Sie können sie jederzeit verlassen.',
    accept: 'Beitreten',
    refused:
      'Diese Einladung ist benutzt oder abgelaufen, oder sie gilt nur für Angemeldete. Melden Sie sich an und öffnen Sie den Link noch einmal.',
  },
};
