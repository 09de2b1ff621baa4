/** The form of a sentence for a number. Both languages have these two forms. */
export interface Forms {
  readonly one: string;
  readonly other: string;
}

/** `#` in the form stands for the number, as the language writes it. */
export function plural(language: string, count: number, forms: Forms): string {
  const form = new Intl.PluralRules(language).select(count) === 'one' ? forms.one : forms.other;
  return form.replace('#', new Intl.NumberFormat(language).format(count));
}
