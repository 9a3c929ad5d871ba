import { useState } from 'react'
import { useFormDraft } from '#lib/form-draft.ts'
import { issuesOf, useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Dialog, DialogBody, DialogForm, FormFoot } from '#ui/dialog.tsx'
import { NameAndDescription } from '#ui/name-and-description.tsx'
import { Problem } from '#ui/states.tsx'
import { useUserId } from '#features/session/index.ts'
import { useCreateChatbot } from '../api.ts'
import { useOpenEditor } from '../use-open-editor.ts'
import { TabField, type PickedTab } from './tab-field.tsx'

const EMPTY = { name: '', description: '' }

/** Makes a chatbot of a tab and opens its editor. Its text survives a reload. */
export function NewChatbotDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('chatbots')
  const openEditor = useOpenEditor()
  const create = useCreateChatbot()
  const [values, setValues, clearDraft] = useFormDraft(`${useUserId()}.new-chatbot`, EMPTY)
  const [picked, setPicked] = useState<PickedTab | undefined>(undefined)
  const [tried, setTried] = useState(false)
  const clear = () => {
    clearDraft()
    setPicked(undefined)
    setTried(false)
    create.reset()
  }
  const close = () => {
    clear()
    onClose()
  }
  const submit = () => {
    setTried(true)
    if (!picked || create.isPending || values.name.trim() === '' || values.description.trim() === '') return
    create.mutate(
      { ...values, refProjectTabId: picked.id },
      {
        onSuccess: ({ id }) => {
          clear()
          openEditor(id)
        },
      },
    )
  }
  return (
    <Dialog
      opened={opened}
      title={t('add')}
      lead={t('newLead')}
      dirty={values.name.trim() !== '' || values.description.trim() !== ''}
      onClose={close}
    >
      <DialogForm onSubmit={submit}>
        <DialogBody>
          <Fields values={values} tried={tried} error={create.error} onChange={setValues} />
          <TabField
            value={picked}
            error={tried && !picked ? t('tabMissing') : undefined}
            onChange={setPicked}
          />
        </DialogBody>
        <FormFoot verb={t('create')} busy={create.isPending} onCancel={close} />
      </DialogForm>
    </Dialog>
  )
}

interface FieldsProps {
  values: typeof EMPTY
  tried: boolean
  error: Error | null
  onChange: (values: typeof EMPTY) => void
}

function Fields({ values, tried, error, onChange }: FieldsProps) {
  const { t } = useTranslation('chatbots')
  const errorMessage = useErrorMessage()
  const issues = issuesOf(error)
  const isMissing = (text: string) => tried && text.trim() === ''
  return (
    <>
      {error && Object.keys(issues).length === 0 && (
        <Problem>{t('createFailed', { sentence: errorMessage(error).sentence })}</Problem>
      )}
      <NameAndDescription
        values={values}
        labels={{ name: t('name'), description: t('description') }}
        errors={{
          name: isMissing(values.name) ? t('nameMissing') : issues['name'],
          description: isMissing(values.description) ? t('descriptionMissing') : issues['description'],
        }}
        onChange={(some) => onChange({ ...values, ...some })}
      />
    </>
  )
}
