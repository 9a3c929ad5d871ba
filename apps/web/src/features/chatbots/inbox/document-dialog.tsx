import type { Datasource } from '@polylogue/contract'
import { contract, cutText } from '@polylogue/contract/browser'
import { useState } from 'react'
import { useFormDraft } from '#lib/drafts.ts'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Dialog, DialogBody, DialogForm, FormFoot } from '#ui/dialog.tsx'
import { TextArea, TextField } from '#ui/field.tsx'
import { Problem } from '#ui/states.tsx'
import { datasourceKeys } from '#features/datasources/keys.ts'
import { useItemChange } from '#features/items/index.ts'
import { useUserId } from '#features/session/index.ts'

interface DocumentDialogProps {
  source: Pick<Datasource, 'id' | 'name'>
  question: string
  onSaved: () => void
  onClose: () => void
}

interface Values {
  question: string
  answer: string
}

/** Characters of an answer. */
const LONGEST = 50_000

/** Makes a document of a question and the answer that somebody types. Mounted while it is open; the text survives a reload. */
export function DocumentDialog({ source, question: asked, onSaved, onClose }: DocumentDialogProps) {
  const { t } = useTranslation('chatbots')
  const errorMessage = useErrorMessage()
  const notices = useNotices()
  const [values, setValues, clearDraft] = useFormDraft<Values>(
    `${useUserId()}.answer.${source.id}.${cutText(asked, 80)}`,
    { question: asked, answer: '' },
  )
  const { question, answer } = values
  const [tried, setTried] = useState(false)
  const save = useSaveAnswer(source.id)
  const close = () => {
    clearDraft()
    onClose()
  }
  const submit = () => {
    setTried(true)
    if (question.trim() === '' || answer.trim() === '' || save.isPending) return
    save.mutate(
      { question: question.trim(), answer: answer.trim() },
      {
        onSuccess: () => {
          notices.show({ kind: 'done', title: t('inbox.documentAdded', { name: source.name }) })
          close()
          onSaved()
        },
      },
    )
  }
  return (
    <Dialog
      opened
      title={t('inbox.documentTitle')}
      lead={t('inbox.documentLead', { name: source.name })}
      dirty={answer.trim() !== ''}
      onClose={close}
    >
      <DialogForm onSubmit={submit}>
        <DialogBody>
          <Fields values={values} tried={tried} onChange={setValues} />
          {save.error && <Problem>{errorMessage(save.error).sentence}</Problem>}
        </DialogBody>
        <FormFoot verb={t('inbox.documentVerb')} busy={save.isPending} onCancel={close} />
      </DialogForm>
    </Dialog>
  )
}

interface FieldsProps {
  values: Values
  tried: boolean
  onChange: (values: Values) => void
}

function Fields({ values: { question, answer }, tried, onChange }: FieldsProps) {
  const { t } = useTranslation('chatbots')
  return (
    <>
      <TextField
        label={t('inbox.question')}
        error={tried && question.trim() === '' ? t('inbox.questionMissing') : undefined}
        maxLength={1_000}
        dir="auto"
        value={question}
        onChange={({ target }) => onChange({ question: target.value, answer })}
      />
      <TextArea
        label={t('inbox.answer')}
        error={tried && answer.trim() === '' ? t('inbox.answerMissing') : undefined}
        rows={6}
        maxLength={LONGEST}
        dir="auto"
        data-autofocus
        value={answer}
        onChange={({ target }) => onChange({ question, answer: target.value })}
      />
    </>
  )
}

/** Sends the question as the heading of the answer: then a search for it finds the passage. */
function useSaveAnswer(id: number) {
  return useItemChange(
    async (api, { question, answer }: Values) => {
      const bytes = new TextEncoder().encode(`# ${question.replaceAll(/\s+/g, ' ')}\n\n${answer}\n`)
      const name = `${cutText(question.replaceAll(/[^\p{L}\p{N} -]/gu, '').trim(), 80) || 'answer'}.md`
      const body = { name, mime_type: 'text/markdown', size: bytes.length }
      const { media } = (await api.call(contract.media.begin, { params: { id }, body })).data
      const sent = { params: { id: media.media_id }, query: { offset: 0 }, body: bytes }
      return (await api.call(contract.media.append, sent)).data.media
    },
    [datasourceKeys.all],
  )
}
