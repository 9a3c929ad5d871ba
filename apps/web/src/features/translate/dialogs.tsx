// The translate dialog; its code loads when it is first opened.
import { useDialogs } from '#lib/dialogs.ts'
import { TranslateDialog } from './lazy.ts'
import { TRANSLATE } from './names.ts'
import { useCanTranslate } from './use-can-translate.ts'

/** Mounted once in the shell, because the user menu and the palette open it. */
export function TranslateDialogs() {
  const { open, close } = useDialogs()
  return useCanTranslate() ? <TranslateDialog opened={open === TRANSLATE} onClose={close} /> : null
}
