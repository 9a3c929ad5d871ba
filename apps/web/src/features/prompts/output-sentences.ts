// The sentences that ask for an output form, in all languages of the page: that of a prompt may be another than the user's.
import type { OutputForm } from '@polylogue/contract/browser'
import type { Language } from '../../lib/language.ts'
import bg from '../../texts/bg/answer-formats.json' with { type: 'json' }
import de from '../../texts/de/answer-formats.json' with { type: 'json' }
import en from '../../texts/en/answer-formats.json' with { type: 'json' }

type Sentences = Readonly<Record<Exclude<OutputForm, 'text'> | 'other', string>>

const SENTENCES: Readonly<Record<Language, Sentences>> = { en, de, bg }

/** Returns the sentence for an output form; `label` names one that is not built in. */
export const outputSentence = (language: Language, form: keyof Sentences, label: string): string =>
  SENTENCES[language][form].replace('{{form}}', () => label)
