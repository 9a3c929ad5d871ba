// The translate dialog; its code loads when it is first opened.
import { useDialogs } from '#lib/dialogs.ts'
import { lazyView } from '#lib/load-code.ts'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { useCanTranslate } from './use-can-translate.ts'

/** Names of the dialogs in the address. */
export const TRANSLATE = 'translate'
export const TRANSLATE_PROMPT = 'translate-prompt'

const views = () => import('./views.ts')

/** Translates a text that the user enters. */
const TranslateDialog = lazyDialog(async () => (await views()).TranslateDialog)
/** Asks for languages and translates the text of a message field. */
export const TranslatePromptDialog = lazyDialog(async () => (await views()).TranslatePromptDialog)
/** Makes the translation of an answer that is wanted, and says how it went. */
export const AnswerTranslation = lazyView(async () => (await views()).AnswerTranslation)
/** Offers to translate an element of the page that is not in the reader’s language. */
export const ElementTranslation = lazyView(async () => (await views()).ElementTranslation)

/** Mounted once in the shell, because the user menu and the palette open it. */
export function TranslateDialogs() {
  const { open, close } = useDialogs()
  return useCanTranslate() ? <TranslateDialog opened={open === TRANSLATE} onClose={close} /> : null
}
