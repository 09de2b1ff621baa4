export const de = {
  lead: 'Hier gibt es keine Passwörter. Ein Link meldet Sie an; er gilt einmal und 15 Minuten lang.',
  reading: 'Ihr Link wird gelesen',
  follow: (email: string) => `Dieser Link meldet Sie als ${email} an. Er gilt einmal.`,
  signInAs: (email: string) => `Als ${email} anmelden`,
  replaces: (present: string, email: string) =>
    `Hier ist ${present} angemeldet. Die Anmeldung als ${email} beendet diese Sitzung. Haben Sie diesen Link angefordert?`,
  replace: (present: string, email: string) => `${present} abmelden und als ${email} anmelden`,
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
