export const de = {
  title: 'Von einem Ausfall würde niemand erfahren.',
  reasons: {
    none: 'Es gibt keinen Alarmkontakt. Tragen Sie eine Mailadresse, einen Chat oder einen Pager ein.',
    unconfirmed:
      'Kein Kontakt ist bestätigt. Wem die Adresse gehört, der muss dem Link folgen, den wir geschickt haben; ein Test schickt ihn noch einmal.',
    failing:
      'Die letzte Nachricht an jeden Kontakt kam nicht an. Sehen Sie nach, warum, berichtigen Sie den Kontakt oder seinen Empfänger, und senden Sie einen Test.',
    mixed:
      'Kontakte sind nicht bestätigt, oder ihre letzte Nachricht kam nicht an. Sehen Sie nach, welche, berichtigen Sie sie, und senden Sie einen Test.',
  },
  add: 'Kontakt eintragen',
  look: 'Kontakte ansehen',
};
