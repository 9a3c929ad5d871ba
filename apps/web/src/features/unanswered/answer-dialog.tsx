import type { Datasource } from '@polylogue/contract'
import { contract, cutText } from '@polylogue/contract/browser'
import { useState } from 'react'
import { useFormDraft } from '#lib/form-draft.ts'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Dialog, DialogBody, DialogForm, FormFoot } from '#ui/dialog.tsx'
import { TextArea, TextField } from '#ui/field.tsx'
import { Problem } from '#ui/states.tsx'
import { datasourceKeys } from '#features/datasources/keys.ts'
import { useItemChange } from '#features/items/index.ts'
import { useUserId } from '#features/session/index.ts'

interface AnswerDialogProps {
  source: Pick<Datasource, 'id' | 'name'>
  question: string
  opened: boolean
  /** Called with the id of the new document. */
  onSaved: (mediaId: number) => void
  onClose: () => void
}

interface Values {
  question: string
  answer: string
}

/** Characters of an answer. */
const LONGEST = 50_000

/** Makes a document of a question and the answer that somebody types. The text survives a reload. */
export function AnswerDialog({ source, question: asked, opened, onSaved, onClose }: AnswerDialogProps) {
  const { t } = useTranslation('unanswered')
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
        onSuccess: ({ media_id }) => {
          notices.show({ kind: 'done', title: t('answer.added', { name: source.name }) })
          close()
          onSaved(media_id)
        },
      },
    )
  }
  return (
    <Dialog
      opened={opened}
      title={t('answer.title')}
      lead={t('answer.lead', { name: source.name })}
      dirty={answer.trim() !== ''}
      onClose={close}
    >
      <DialogForm onSubmit={submit}>
        <DialogBody>
          <Fields values={values} tried={tried} onChange={setValues} />
          {save.error && <Problem>{errorMessage(save.error).sentence}</Problem>}
        </DialogBody>
        <FormFoot verb={t('answer.verb')} busy={save.isPending} onCancel={close} />
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
  const { t } = useTranslation('unanswered')
  return (
    <>
      <TextField
        label={t('answer.question')}
        error={tried && question.trim() === '' ? t('answer.questionMissing') : undefined}
        maxLength={1_000}
        dir="auto"
        value={question}
        onChange={({ target }) => onChange({ question: target.value, answer })}
      />
      <TextArea
        label={t('answer.answer')}
        error={tried && answer.trim() === '' ? t('answer.answerMissing') : undefined}
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
