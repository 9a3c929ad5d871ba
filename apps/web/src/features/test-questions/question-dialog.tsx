import type { Datasource, TestQuestion } from '@polylogue/contract'
import { DATASOURCE_LIMITS, TEST_QUESTION_LIMITS } from '@polylogue/contract/browser'
import { useState } from 'react'
import { useFormat } from '#lib/format.ts'
import { hasWords } from '#lib/has-words.ts'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Dialog, DialogBody, DialogForm, FormFoot } from '#ui/dialog.tsx'
import { TextArea } from '#ui/field.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Problem } from '#ui/states.tsx'
import { fullName, useUser } from '#features/users/index.ts'
import { useAddQuestion, useUpdateQuestion } from './api.ts'

interface QuestionDialogProps {
  datasource: Datasource
  /** The question to edit; undefined to add one. */
  question?: TestQuestion
  onClose: () => void
}

/** `removed` is a document that is no longer there. */
type DocumentChoice = 'any' | 'removed' | `${number}`

interface Values {
  q: string
  document: DocumentChoice
  quote: string
}

const valuesOf = (question: TestQuestion | undefined): Values => {
  const { expected = null } = question ?? {}
  return {
    q: question?.q ?? '',
    document: expected === null ? 'any' : expected.mediaId === null ? 'removed' : `${expected.mediaId}`,
    quote: expected?.quote ?? '',
  }
}

const expectsOther = (values: Values, base: Values): boolean =>
  values.document !== base.document || values.quote !== base.quote

/** Adds or edits a test question. Mounted while it is open; keeps the input when saving fails. */
export function QuestionDialog({ datasource, question, onClose }: QuestionDialogProps) {
  const { t } = useTranslation('test-questions')
  const [base] = useState(() => valuesOf(question))
  const [values, setValues] = useState(base)
  const [tried, setTried] = useState(false)
  const { save, busy, failure } = useSave(datasource.id, question, onClose)
  const dirty = values.q !== base.q || expectsOther(values, base)
  const submit = () => {
    setTried(true)
    if (values.q.trim() !== '') save(values, base)
  }
  return (
    <Dialog opened title={t(question ? 'edit' : 'form.newTitle')} dirty={dirty} onClose={onClose}>
      <DialogForm onSubmit={submit}>
        <DialogBody>
          {failure && <Problem>{failure}</Problem>}
          <TextArea
            label={t('form.question')}
            maxLength={DATASOURCE_LIMITS.question}
            dir="auto"
            data-autofocus
            value={values.q}
            error={tried && values.q.trim() === '' ? t('form.missing') : undefined}
            onChange={(event) => setValues({ ...values, q: event.target.value })}
          />
          <DocumentField
            datasource={datasource}
            value={values.document}
            removed={question?.expected?.mediaId === null ? question.expected.name : undefined}
            onChange={(document) => setValues({ ...values, document })}
          />
          {values.document !== 'any' && (
            <TextArea
              label={t('form.passage')}
              hint={t('form.passageHint')}
              maxLength={TEST_QUESTION_LIMITS.quote}
              dir="auto"
              value={values.quote}
              disabled={values.document === 'removed'}
              onChange={(event) => setValues({ ...values, quote: event.target.value })}
            />
          )}
        </DialogBody>
        <FormFoot
          verb={t(question ? 'form.save' : 'form.create')}
          busy={busy}
          hint={question && <Added question={question} />}
          onCancel={onClose}
        />
      </DialogForm>
    </Dialog>
  )
}

/** When it was added, and by whom unless the account was deleted or is hidden from the reader. */
function Added({ question: { created, userId } }: { question: TestQuestion }) {
  const { t } = useTranslation('test-questions')
  const format = useFormat()
  const when = format.moment(created)
  return userId === null ? t('form.addedAt', { when }) : <AddedBy id={userId} when={when} />
}

function AddedBy({ id, when }: { id: number; when: string }) {
  const { t } = useTranslation('test-questions')
  const { data: user } = useUser(id)
  return user ? t('form.addedBy', { name: fullName(user), when }) : t('form.addedAt', { when })
}

function useSave(datasourceId: number, question: TestQuestion | undefined, onClose: () => void) {
  const { t } = useTranslation('test-questions')
  const errorMessage = useErrorMessage()
  const notices = useNotices()
  const add = useAddQuestion(datasourceId)
  const update = useUpdateQuestion(datasourceId)
  const { error } = question ? update : add
  return {
    busy: add.isPending || update.isPending,
    failure:
      error &&
      t(question ? 'form.saveFailed' : 'form.createFailed', { sentence: errorMessage(error).sentence }),
    save(values: Values, base: Values) {
      const { q, document, quote } = values
      const expected = document === 'any' ? null : { mediaId: Number(document), quote }
      if (!question) {
        const onSuccess = () => {
          notices.show({ kind: 'done', title: t('form.added') })
          onClose()
        }
        add.mutate({ q, expected }, { onSuccess })
        return
      }
      // Only what was changed: others may edit the question meanwhile.
      const change = {
        ...(q === base.q ? {} : { q }),
        ...(document === 'removed' || !expectsOther(values, base) ? {} : { expected }),
      }
      update.mutate({ questionId: question.id, ...change }, { onSuccess: onClose })
    },
  }
}

/** Documents above which the list has a filter. */
const MANY = 50
/** Documents in the list at most. */
const MOST = 200

interface DocumentFieldProps {
  datasource: Datasource
  value: DocumentChoice
  /** The name of the expected document if it was removed. */
  removed: string | undefined
  onChange: (value: DocumentChoice) => void
}

function DocumentField({ datasource: { media }, value, removed, onChange }: DocumentFieldProps) {
  const { t } = useTranslation('test-questions')
  const [text, setText] = useState('')
  const searchable = media.filter(({ chunks }) => chunks > 0)
  const shown = searchable
    .filter(({ media_id: id, name }) => `${id}` === value || hasWords(name, text.trim()))
    .slice(0, MOST)
  const options: { value: DocumentChoice; label: string }[] = [
    { value: 'any', label: t('form.any') },
    ...(removed === undefined
      ? []
      : [{ value: 'removed' as const, label: t('form.removed', { name: removed }) }]),
    ...shown.map(({ media_id: id, name }) => ({ value: `${id}` as const, label: name })),
  ]
  return (
    <>
      {searchable.length > MANY && (
        <SearchField
          label={t('form.filter')}
          value={text}
          maxLength={200}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      <SelectField
        label={t('form.document')}
        hint={t(value === 'any' ? 'form.anyHint' : 'form.documentHint')}
        value={value}
        options={options}
        onChange={(chosen) => onChange(chosen as DocumentChoice)}
      />
    </>
  )
}
