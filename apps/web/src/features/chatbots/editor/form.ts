// What the sections of the editor share.
import type { ChatBot } from '@polylogue/contract'
import type { BotValues } from './values.ts'

export interface Form {
  bot: ChatBot
  values: BotValues
  change: (some: Partial<BotValues>) => void
  changeWidget: (some: Partial<BotValues['widget']>) => void
  changeRules: (some: Partial<BotValues['rules']>) => void
  /** Returns the sentence below a field: what is wrong with it, once that may be said. */
  errorOf: (path: string) => string | undefined
}

export interface SectionProps {
  form: Form
}
