import type { ChatBot } from '@polylogue/contract'
import { canWrite } from '#lib/can.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/dialog.tsx'
import { EmbedCode } from '../editor/embed-code.tsx'
import { hasCode } from '../editor/sections.ts'
import { publishedOf } from '../editor/values.ts'
import { useOpenEditor } from '../use-open-editor.ts'

interface CodeDialogProps {
  bot: ChatBot
  opened: boolean
  onClose: () => void
}

/** The code for pages, of what visitors see now. */
export function CodeDialog({ bot, opened, onClose }: CodeDialogProps) {
  const { t } = useTranslation(['chatbots', 'ui'])
  const openEditor = useOpenEditor()
  const values = publishedOf(bot)
  return (
    <Dialog
      opened={opened}
      title={t('code.title')}
      lead={t('code.lead', { name: bot.name })}
      onClose={onClose}
    >
      <DialogBody>
        {hasCode(values) ? (
          <EmbedCode
            bot={bot}
            widget={values.widget}
            wayOn={
              canWrite(bot) && (
                <Button icon="plus" onClick={() => openEditor(bot.id, 'places')}>
                  {t('ways.no-origin')}
                </Button>
              )
            }
          />
        ) : (
          <>
            <p>{t('code.incomplete')}</p>
            {canWrite(bot) && <Button onClick={() => openEditor(bot.id, 'look')}>{t('edit')}</Button>}
          </>
        )}
      </DialogBody>
      <DialogFoot>
        <Button size="large" onClick={onClose}>
          {t('ui:close')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
