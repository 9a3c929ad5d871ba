import { useMutation } from '@tanstack/react-query'
import { useState, type RefObject } from 'react'
import { useApi } from '#lib/api.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogBody, DialogForm, FormFoot } from '#ui/dialog.tsx'
import { Problem } from '#ui/states.tsx'
import { useRefused, useTranslateError } from './api.ts'
import { LanguageFields } from './language-fields.tsx'
import { ParagraphsLost, translateElement } from './translate-element.ts'
import { useChoice } from './use-choice.ts'
import { useLicensed } from './use-licensed.ts'
import { useCanTranslate } from './use-can-translate.ts'

interface ElementTranslationProps {
  element: RefObject<HTMLElement | null>
}

/** A button that translates an element in place, with the languages in a dialog, and back (TRANSLATE-1). */
export function ElementTranslation({ element }: ElementTranslationProps) {
  const { t } = useTranslation('translate')
  const [opened, setOpened] = useState(false)
  const [restore, setRestore] = useState<() => void>()
  if (!useCanTranslate()) return null
  if (restore)
    return (
      <Button
        size="small"
        onClick={() => {
          restore()
          setRestore(undefined)
        }}
      >
        {t('showOriginal')}
      </Button>
    )
  return (
    <>
      <Button size="small" icon="language" onClick={() => setOpened(true)}>
        {t('translatePage')}
      </Button>
      <ElementDialog
        opened={opened}
        element={element}
        onClose={() => setOpened(false)}
        onTranslated={(back) => setRestore(() => back)}
      />
    </>
  )
}

interface ElementDialogProps extends ElementTranslationProps {
  opened: boolean
  onClose: () => void
  onTranslated: (restore: () => void) => void
}

/** The translate dialog without its text fields: the result is applied to the element. */
function ElementDialog({ opened, element, onClose, onTranslated }: ElementDialogProps) {
  const { t } = useTranslation('translate')
  const api = useApi()
  const refused = useRefused()
  const licensed = useLicensed(opened, onClose)
  const choice = useChoice(licensed)
  const translateError = useTranslateError()
  const [checked, setChecked] = useState(false)
  const { targetLang } = choice.value
  const translate = useMutation({
    mutationFn: async () =>
      element.current ? translateElement(api, element.current, choice.value) : undefined,
    onError: refused,
    onSuccess: (translated) => {
      onClose()
      if (translated) onTranslated(translated.restore)
    },
  })
  const submit = () => {
    setChecked(true)
    if (targetLang !== '' && !translate.isPending) translate.mutate()
  }
  return (
    <Dialog opened={licensed} title={t('translatePage')} lead={t('pageLead')} width={560} onClose={onClose}>
      <DialogForm onSubmit={submit}>
        <DialogBody>
          <LanguageFields
            languages={choice.languages}
            value={choice.value}
            error={checked && targetLang === '' ? t('targetMissing') : undefined}
            onChange={choice.choose}
          />
          {translate.isError && (
            <Problem>
              {translate.error instanceof ParagraphsLost
                ? t('paragraphsLost')
                : translateError(translate.error)}
            </Problem>
          )}
        </DialogBody>
        <FormFoot
          verb={t('translate')}
          busy={translate.isPending}
          disabled={!choice.ready}
          onCancel={onClose}
        />
      </DialogForm>
    </Dialog>
  )
}
