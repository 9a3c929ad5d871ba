import type { PromptOutput } from '@polylogue/contract'
import { OUTPUT_FORMS, type OutputForm } from '@polylogue/contract/browser'
import { useTranslation } from '../../lib/texts.ts'

const known = (name: string): OutputForm | undefined => OUTPUT_FORMS.find((form) => form === name)

/** Returns the label of an output form: translated for the built-in ones, as stored for others. */
export function useOutputName(): (output: PromptOutput) => string {
  const { t } = useTranslation('prompts')
  return ({ name, label }) => {
    const form = known(name)
    return form ? t(`outputs.${form}`) : label
  }
}

/** Returns the sentence that asks for an output form; empty for plain text. */
export function useOutputSentence(): (output: PromptOutput) => string {
  const { t } = useTranslation('prompts')
  return ({ name, label }) => {
    const form = known(name)
    if (form === 'text') return ''
    return form ? t(`answerAs.${form}`) : t('answerAs.other', { form: label })
  }
}
