import type { PromptOutput } from '@polylogue/contract'
import { OUTPUT_FORMS, type OutputForm } from '@polylogue/contract/browser'
import { isLanguage, type Language } from '#lib/language.ts'
import { useTranslation } from '#lib/texts.ts'
import { languageOf } from './language-of.ts'

import bg from '#texts/bg/answer-formats.json' with { type: 'json' }
import de from '#texts/de/answer-formats.json' with { type: 'json' }
import en from '#texts/en/answer-formats.json' with { type: 'json' }

type Sentences = Readonly<Record<Exclude<OutputForm, 'text'> | 'other', string>>

const SENTENCES: Readonly<Record<Language, Sentences>> = { en, de, bg }

/** Returns the sentence for an answer format; `label` names one that is not built in. */
export const outputSentence = (language: Language, form: keyof Sentences, label: string): string =>
  SENTENCES[language][form].replace('{{form}}', () => label)

const known = (name: string): OutputForm | undefined => OUTPUT_FORMS.find((form) => form === name)

/** Returns the label of an answer format: translated for the built-in ones, as stored for others. */
export function useOutputName(): (output: PromptOutput) => string {
  const { t } = useTranslation('prompts')
  return ({ name, label }) => {
    const form = known(name)
    return form ? t(`outputs.${form}`) : label
  }
}

/**
 * Returns the sentence that asks for an answer format, in the language of the prompt, or else in that of the page; empty for
 * plain text.
 */
export function useOutputSentence(): (prompt: { prompt: string; promptOutput: PromptOutput }) => string {
  const { i18n } = useTranslation('prompts')
  const ofPage = isLanguage(i18n.language) ? i18n.language : 'en'
  return ({ prompt, promptOutput: { name, label } }) => {
    const form = known(name)
    return form === 'text' ? '' : outputSentence(languageOf(prompt) ?? ofPage, form ?? 'other', label)
  }
}
