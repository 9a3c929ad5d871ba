import type { ChatBot } from '@polylogue/contract'
import { useState } from 'react'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useRenewKeys } from '../api.ts'
import { useOpenEditor } from '../use-open-editor.ts'

interface RenewDialogProps {
  bot: ChatBot
  opened: boolean
  onClose: () => void
}

/** Gives a chatbot a new identifier, a new secret or both, after saying what stops working. */
export function RenewDialog({ bot, opened, onClose }: RenewDialogProps) {
  const { t } = useTranslation('chatbots')
  const errorMessage = useErrorMessage()
  const notices = useNotices()
  const openEditor = useOpenEditor()
  const renew = useRenewKeys()
  const [chosen, setChosen] = useState({ identifier: false, secret: true })
  const close = () => {
    renew.reset()
    onClose()
  }
  const confirm = () => {
    if (renew.isPending || (!chosen.identifier && !chosen.secret)) return
    renew.mutate(
      { id: bot.id, ...chosen },
      {
        onSuccess: () => {
          const action = chosen.identifier
            ? { label: t('renew.newCode'), run: () => openEditor(bot.id, 'places') }
            : undefined
          notices.show({ kind: 'done', title: t('renew.done'), action })
          close()
        },
      },
    )
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={t('renew.title')}
      question={t('renew.question', { name: bot.name })}
      verb={t('renew.verb')}
      busy={renew.isPending}
      failure={renew.error ? t('updateFailed', { sentence: errorMessage(renew.error).sentence }) : undefined}
      onConfirm={confirm}
      onClose={close}
    >
      {(['identifier', 'secret'] as const).map((key) => (
        <div key={key}>
          <Checkbox
            label={t(`renew.${key}`)}
            checked={chosen[key]}
            onChange={() => setChosen({ ...chosen, [key]: !chosen[key] })}
          />
          <p>{t(`renew.${key}Text`)}</p>
        </div>
      ))}
    </ConfirmDialog>
  )
}
