export const de = {
  noneForViewer: 'Noch gibt es keine Monitore. Jemand mit der Rolle Mitglied kann den ersten anlegen.',
  title: 'Was soll überwacht werden?',
  lead: 'Geben Sie die Adresse einer Seite oder Schnittstelle ein. Sie wird ab jetzt jede Minute geprüft.',
  address: 'Adresse',
  addressFault: 'Das ist keine Adresse: Geben Sie etwas wie https://example.com ein.',
  watch: 'Überwachen',
  otherTypes: 'Etwas anderes überwachen: einen Port, einen Cronjob, ein Zertifikat, einen DNS-Eintrag',
  addSamples: 'Oder mit Beispielen umsehen: ein Monitor und eine Statusseite',
  sampleMonitor: 'Beispiel: diese Konsole',
  samplePage: 'Beispielseite',
  samplesLead: 'Ein Beispielmonitor und eine Beispielseite, die nicht öffentlich ist, sind zum Umsehen da.',
  removeSamples: 'Beispiele entfernen',
};
