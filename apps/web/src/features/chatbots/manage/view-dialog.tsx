import type { ChatBot } from '@polylogue/contract'
import { useState } from 'react'
import { canWrite } from '#lib/can.ts'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { DialogBody, DialogFoot, DialogForm, FormFoot } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { NameAndDescription } from '#ui/name-and-description.tsx'
import { Problem } from '#ui/states.tsx'
import { EditConflict, EditDialog, useEdit, type Edit } from '#features/items/index.ts'
import { useStoredChatbot, useUpdateChatbot, type ChatbotChange } from '../api.ts'
import { InstructionFields, ModelTagField, SourceFields, useIsDeployed } from '../editor/answering-fields.tsx'
import { changesOf, publishedOf, type BotValues } from '../editor/values.ts'
import { ChatbotDetails } from './chatbot-details.tsx'
import css from './manage.module.css'

interface ViewDialogProps {
  bot: ChatBot
  opened: boolean
  onClose: () => void
}

/** A chatbot as it is, read-only until one chooses to edit. Saving closes it; the list is loaded again. */
export function ViewDialog({ bot, opened, onClose }: ViewDialogProps) {
  const { t } = useTranslation('chatbots')
  const notices = useNotices()
  const [editing, setEditing] = useState(false)
  const update = useUpdateChatbot()
  const close = () => {
    setEditing(false)
    onClose()
  }
  const edit = useEdit<ChatBot, BotValues, ChatbotChange>({
    thing: bot,
    id: bot.id,
    valuesOf: publishedOf,
    update,
    sent: (values, over) => changeOf(values, over),
    stored: useStoredChatbot(),
    onSaved: () => notices.show({ kind: 'done', title: t('updated') }),
    onClose: close,
  })
  const writes = canWrite(bot)
  return (
    <EditDialog
      opened={opened}
      title={editing ? t('manage.edit') : t('manage.view')}
      lead={editing ? t('manage.editLead') : undefined}
      width={760}
      edit={edit}
    >
      {editing && writes ? (
        <ManageForm edit={edit} />
      ) : (
        <>
          <DialogBody label={t('manage.view')}>
            {writes && (
              <button type="button" className={css.info} onClick={() => setEditing(true)}>
                <Icon name="info-circle" />
                <span>{t('manage.readOnly')}</span>
              </button>
            )}
            <ChatbotDetails bot={bot} />
          </DialogBody>
          <ViewFoot writes={writes} onClose={edit.close} onEdit={() => setEditing(true)} />
        </>
      )}
    </EditDialog>
  )
}

function ViewFoot({ writes, onClose, onEdit }: { writes: boolean; onClose: () => void; onEdit: () => void }) {
  const { t } = useTranslation(['chatbots', 'ui'])
  return (
    <DialogFoot>
      <Button size="large" onClick={onClose}>
        {t('ui:close')}
      </Button>
      {writes && (
        <Button size="large" kind="fill" icon="pencil" onClick={onEdit}>
          {t('manage.editVerb')}
        </Button>
      )}
    </DialogFoot>
  )
}

/** What this dialog edits; a draft of the editor stays. */
const changeOf = (values: BotValues, over: ChatBot): ChatbotChange => ({
  id: over.id,
  name: values.name.trim(),
  description: values.description.trim(),
  refProjectTabId: over.refProjectTabId,
  custInstWhoId: values.custInstWhoId,
  custInstRespondId: values.custInstRespondId,
  modelTagId: values.modelTagId,
  datasourceId: values.datasourceId,
  amountOfChunks: values.amountOfChunks,
  ifModified: over.modified,
})

function ManageForm({ edit }: { edit: Edit<ChatBot, BotValues> }) {
  const { t } = useTranslation('chatbots')
  const errorMessage = useErrorMessage()
  const isDeployed = useIsDeployed()
  const { values, setValues, busy, error } = edit
  const change = (some: Partial<BotValues>) => setValues({ ...values, ...some })
  const fields = { values, onChange: change }
  const isMissing =
    values.name.trim() === '' || values.description.trim() === '' || !isDeployed(values.modelTagId)
  return (
    <DialogForm onSubmit={() => !isMissing && edit.save()}>
      <DialogBody>
        <NameAndDescription
          values={values}
          labels={{ name: t('name'), description: t('description') }}
          errors={{
            name: values.name.trim() === '' ? t('nameMissing') : undefined,
            description: values.description.trim() === '' ? t('descriptionMissing') : undefined,
          }}
          onChange={change}
        />
        <ModelTagField {...fields} />
        <SourceFields {...fields} />
        <InstructionFields {...fields} />
        {error && <Problem>{t('updateFailed', { sentence: errorMessage(error).sentence })}</Problem>}
        <EditConflict
          edit={edit}
          compare={(stored, mine) =>
            changesOf(publishedOf(stored), mine).map((path) => ({
              label: t(`fields.${path}` as 'fields.name'),
              value: String(publishedOf(stored)[path as 'name']),
              same: false,
            }))
          }
        />
      </DialogBody>
      <FormFoot verb={t('save')} busy={busy} disabled={isMissing} onCancel={edit.close} />
    </DialogForm>
  )
}
