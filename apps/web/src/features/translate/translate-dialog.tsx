import { useState } from 'react'
import { useDraft } from '#lib/drafts.ts'
import { useTranslation } from '#lib/texts.ts'
import { Dialog, DialogBody, DialogForm, FormFoot } from '#ui/dialog.tsx'
import { TextArea } from '#ui/field.tsx'
import { Problem } from '#ui/states.tsx'
import { useUserId } from '#features/session/index.ts'
import { useTranslateText, type Translated, useTranslateError } from './api.ts'
import { LanguageFields } from './language-fields.tsx'
import { LONGEST } from './long-text.ts'
import { Result } from './result.tsx'
import { useChoice } from './use-choice.ts'
import { useLicensed } from './use-licensed.ts'

/** Translates a text that the user enters. The text survives a reload; a failed second try keeps the first result. */
export function TranslateDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('translate')
  const licensed = useLicensed(opened)
  const choice = useChoice(licensed)
  const [text, setText] = useDraft(`${useUserId()}.translate`)
  const [checked, setChecked] = useState(false)
  const [result, setResult] = useState<Translated & { to: string }>()
  const translate = useTranslateText()
  const translateError = useTranslateError()
  const { sourceLang, targetLang } = choice.value
  const textError = text.trim() === '' ? t('textMissing') : text.length > LONGEST ? t('tooLong') : undefined
  const close = () => {
    translate.reset()
    setChecked(false)
    choice.forget()
    onClose()
  }
  const submit = () => {
    setChecked(true)
    if (textError !== undefined || targetLang === '' || translate.isPending) return
    translate.mutate(
      { text, sourceLang, targetLang },
      { onSuccess: (translated) => setResult({ ...translated, to: targetLang }) },
    )
  }
  return (
    <Dialog opened={licensed} title={t('title')} lead={t('lead')} width={760} onClose={close}>
      <DialogForm onSubmit={submit}>
        <DialogBody>
          <LanguageFields
            languages={choice.languages}
            value={choice.value}
            error={checked && targetLang === '' ? t('targetMissing') : undefined}
            onChange={choice.choose}
          />
          <TextArea
            label={t('text')}
            rows={5}
            dir="auto"
            value={text}
            error={checked ? textError : undefined}
            data-autofocus
            onChange={(event) => setText(event.target.value)}
          />
          {translate.isError && <Problem>{translateError(translate.error)}</Problem>}
          {result && <Result result={result} />}
        </DialogBody>
        <FormFoot
          verb={t('translate')}
          busy={translate.isPending}
          disabled={!choice.ready}
          onCancel={close}
        />
      </DialogForm>
    </Dialog>
  )
}
