import { lazyView } from '#lib/load-code.ts'
import { lazyDialog } from '#ui/lazy-dialog.tsx'

const views = () => import('./views.ts')

/** Translates a text that the user enters. */
export const TranslateDialog = lazyDialog(async () => (await views()).TranslateDialog)
/** Asks for languages and translates the text of a message field. */
export const TranslatePromptDialog = lazyDialog(async () => (await views()).TranslatePromptDialog)
/** Makes the translation of an answer that is wanted, and says how it went. */
export const AnswerTranslation = lazyView(async () => (await views()).AnswerTranslation)
/** Offers to translate an element of the page that is not in the reader’s language. */
export const ElementTranslation = lazyView(async () => (await views()).ElementTranslation)
