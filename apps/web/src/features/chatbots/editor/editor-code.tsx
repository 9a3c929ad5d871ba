import type { ChatBot } from '@polylogue/contract'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { DialogBody } from '#ui/dialog.tsx'
import { Problem } from '#ui/states.tsx'
import { EmbedCode } from './embed-code.tsx'
import type { Editor } from './use-editor.ts'

interface EditorCodeProps {
  bot: ChatBot
  editor: Editor
  onCopy: () => void
}

/** The code for pages: copying it publishes the changes, so that pages show what the editor shows. */
export function EditorCode({ bot, editor: { edit, changes }, onCopy }: EditorCodeProps) {
  const { t } = useTranslation('chatbots')
  const errorMessage = useErrorMessage()
  return (
    <DialogBody>
      {changes.length > 0 && <p>{t('code.saves', { count: changes.length })}</p>}
      <EmbedCode
        bot={{ identifier: bot.identifier, rules: edit.values.rules as ChatBot['rules'] }}
        widget={edit.values.widget}
        onCopy={onCopy}
      />
      {edit.error && <Problem>{t('updateFailed', { sentence: errorMessage(edit.error).sentence })}</Problem>}
    </DialogBody>
  )
}
