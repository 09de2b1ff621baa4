export const de = {
  acknowledge: {
    title: 'Einen Ausfall zur Kenntnis nehmen',
    loading: 'Der Ausfall wird gesucht',
    isDown: (name: string) => `${name} ist ausgefallen`,
    cause: 'Grund',
    noCause: 'Unbekannt',
    since: 'Seit',
    lead: 'Nehmen Sie ihn zur Kenntnis, dann wissen die anderen, dass sich jemand darum kümmert. Erinnerungen hören auf.',
    acknowledge: 'Zur Kenntnis nehmen',
    done: 'Der Ausfall ist zur Kenntnis genommen. Sie können diese Seite schließen.',
    over: 'Der Ausfall ist vorbei: Es gibt nichts mehr zur Kenntnis zu nehmen.',
    refused:
      'Dieser Link funktioniert nicht. Vielleicht ist er unvollständig oder älter als 7 Tage, oder sein Kontakt oder Monitor wurde gelöscht.',
  },
  confirm: {
    title: 'Ihre Adresse bestätigen',
    lead: 'Jemand möchte Ihnen Alarme mailen lassen, wenn ein überwachter Dienst ausfällt. Ohne Ihre Zustimmung wird nichts gemailt.',
    confirm: 'Alarme an mich mailen',
    done: (to: string) => `Alarme gehen ab jetzt an ${to}. Sie können diese Seite schließen.`,
    refused:
      'Dieser Link ist unbekannt, benutzt oder abgelaufen. Wer Ihre Adresse hinzugefügt hat, kann Ihnen einen neuen mailen lassen.',
  },
};
