import { useState } from 'react'
import { useNotices } from '#lib/notices.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogBody, DialogFoot, DialogForm } from '#ui/dialog.tsx'
import { Problem } from '#ui/states.tsx'
import { useTranslateText, useTranslateError } from './api.ts'
import { replaceText, type TranslatedField } from './field.ts'
import { LanguageFields } from './language-fields.tsx'
import { PromptLine, type Written } from './prompt-line.tsx'
import { useChoice } from './use-choice.ts'
import { useLicensed } from './use-licensed.ts'

interface TranslatePromptDialogProps {
  opened: boolean
  field: TranslatedField
  onClose: () => void
}

/** Translates the text of a message field, and below the field offers the original until the field is empty. */
export function TranslatePromptDialog({ opened, field, onClose }: TranslatePromptDialogProps) {
  const { t } = useTranslation(['translate', 'ui'])
  const translateError = useTranslateError()
  const { licensed, choice, translate, checked, written, setWritten, close, done, save } =
    usePromptTranslation(opened, field, onClose)
  return (
    <>
      {written && <PromptLine written={written} field={field} onChange={setWritten} />}
      <Dialog opened={licensed} title={t('promptTitle')} lead={t('promptLead')} width={560} onClose={close}>
        <DialogForm onSubmit={done}>
          <DialogBody>
            <LanguageFields
              languages={choice.languages}
              value={choice.value}
              error={checked && choice.value.targetLang === '' ? t('targetMissing') : undefined}
              onChange={choice.choose}
            />
            {translate.isError && <Problem>{translateError(translate.error)}</Problem>}
          </DialogBody>
          <DialogFoot hint={field.empty ? t('fieldEmpty') : undefined}>
            <Button size="large" onClick={close}>
              {t('ui:cancel')}
            </Button>
            <Button size="large" disabled={!choice.ready} onClick={choice.reset}>
              {t('reset')}
            </Button>
            <Button size="large" disabled={!choice.ready} onClick={save}>
              {t('save')}
            </Button>
            <Button
              size="large"
              kind="fill"
              type="submit"
              busy={translate.isPending}
              disabled={!choice.ready || field.empty}
            >
              {t('translate')}
            </Button>
          </DialogFoot>
        </DialogForm>
      </Dialog>
    </>
  )
}

/** The state and the actions of the dialog. */
function usePromptTranslation(opened: boolean, field: TranslatedField, onClose: () => void) {
  const { t } = useTranslation('translate')
  const notices = useNotices()
  const licensed = useLicensed(opened, onClose)
  const choice = useChoice(licensed)
  const translate = useTranslateText()
  const [checked, setChecked] = useState(false)
  const [written, setWritten] = useState<Written>()
  const { sourceLang, targetLang } = choice.value
  // The message was sent or deleted.
  if (written && field.empty) setWritten(undefined)
  const close = () => {
    translate.reset()
    setChecked(false)
    choice.forget()
    onClose()
  }
  const done = () => {
    setChecked(true)
    if (targetLang === '' || field.empty || translate.isPending) return
    const to = choice.languages.data?.targetLangs[targetLang] ?? targetLang
    translate.mutate(
      { text: field.whole(), sourceLang, targetLang },
      {
        onSuccess: ({ text, provider }) => {
          setWritten({ restore: replaceText(field, text), text: undefined, to, by: provider.name })
          close()
        },
      },
    )
  }
  const save = () => {
    setChecked(true)
    if (targetLang === '') return
    choice.store()
    notices.show({ kind: 'done', title: t('saved') })
  }
  return { licensed, choice, translate, checked, written, setWritten, close, done, save }
}
