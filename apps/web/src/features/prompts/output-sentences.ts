// The sentences that ask for an output form, in all languages of the page: that of a prompt may be another than the user's.
import type { OutputForm } from '@polylogue/contract/browser'
import type { Language } from '../../lib/language.ts'

type Sentences = Readonly<Record<Exclude<OutputForm, 'text'> | 'other', string>>

const SENTENCES: Readonly<Record<Language, Sentences>> = {
  en: {
    list: 'Answer as a list.',
    table: 'Answer as a table.',
    json: 'Answer as JSON only.',
    code: 'Answer as code only.',
    email: 'Answer as an e-mail with a subject line.',
    other: 'Answer in this form: {{form}}.',
  },
  de: {
    list: 'Antworte als Liste.',
    table: 'Antworte als Tabelle.',
    json: 'Antworte nur als JSON.',
    code: 'Antworte nur als Code.',
    email: 'Antworte als E-Mail mit Betreff.',
    other: 'Antworte in dieser Form: {{form}}.',
  },
  bg: {
    list: 'Отговори като списък.',
    table: 'Отговори като таблица.',
    json: 'Отговори само като JSON.',
    code: 'Отговори само като код.',
    email: 'Отговори като имейл с тема.',
    other: 'Отговори в тази форма: {{form}}.',
  },
}

/** Returns the sentence for an output form; `label` names one that is not built in. */
export const outputSentence = (language: Language, form: keyof Sentences, label: string): string =>
  SENTENCES[language][form].replace('{{form}}', () => label)
