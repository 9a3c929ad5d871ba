import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useApi } from '#lib/api.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Problem } from '#ui/states.tsx'
import { useDefaults, useLanguages, useRefused, useTranslateError } from './api.ts'
import { translateAnswer } from './translate-answer.ts'
import css from './translate.module.css'
import { useSetTranslation, type Translation } from './translations.ts'
import { useLicensed } from './use-licensed.ts'

interface AnswerTranslationProps {
  queryId: number
  /** The answer as it was written. */
  text: string
  translation: Translation
}

/** Requests a translation of an answer, and shows its progress below the answer. */
export function AnswerTranslation({ queryId, text, translation }: AnswerTranslationProps) {
  const { t } = useTranslation(['translate', 'ui'])
  const translateError = useTranslateError()
  const setTranslation = useSetTranslation()
  useWanted({ queryId, text, translation })
  const forget = () => setTranslation(queryId, undefined)
  switch (translation.state) {
    case 'wanted':
    case 'running':
      return (
        <p className={css.line} role="status">
          <span>{t('translating')}</span>
          {translation.state === 'running' && (
            <Button size="small" onClick={translation.stop}>
              {t('ui:cancel')}
            </Button>
          )}
        </p>
      )
    case 'confirm':
      return (
        <p className={css.line} role="status">
          <Icon name="alert-triangle" />
          <span>{t('external', { name: translation.provider })}</span>
          <Button size="small" onClick={() => setTranslation(queryId, { state: 'wanted', agreed: true })}>
            {t('translate')}
          </Button>
          <Button size="small" onClick={forget}>
            {t('ui:cancel')}
          </Button>
        </p>
      )
    case 'failed':
      return (
        <Problem
          action={
            <>
              <Button size="small" onClick={() => setTranslation(queryId, { state: 'wanted' })}>
                {t('tryAgain')}
              </Button>
              <Button size="small" onClick={forget}>
                {t('ui:close')}
              </Button>
            </>
          }
        >
          {translateError(translation.error)}
        </Problem>
      )
    case 'done':
      return <Done queryId={queryId} translation={translation} />
  }
}

function Done({
  queryId,
  translation,
}: {
  queryId: number
  translation: Extract<Translation, { state: 'done' }>
}) {
  const { t } = useTranslation('translate')
  const { data } = useLanguages(false)
  const setTranslation = useSetTranslation()
  const { shown, from, to, provider } = translation
  const source = from === null ? undefined : data?.sourceLangs[from]
  const words = { language: data?.targetLangs[to] ?? to, name: provider.name }
  const by = provider.external ? 'translatedByExternal' : 'translatedBy'
  const fromBy = provider.external ? 'translatedFromByExternal' : 'translatedFromBy'
  return (
    <p className={css.line} role="status">
      {provider.external && <Icon name="alert-triangle" />}
      <span>{source === undefined ? t(by, words) : t(fromBy, { ...words, source })}</span>
      <Button size="small" onClick={() => setTranslation(queryId, { ...translation, shown: !shown })}>
        {shown ? t('showOriginal') : t('showTranslation')}
      </Button>
    </p>
  )
}

/** Begins a wanted translation, unless the licence has expired. */
function useWanted({ queryId, text, translation }: AnswerTranslationProps): void {
  const { i18n } = useTranslation()
  const api = useApi()
  const cache = useQueryClient()
  const { defaults } = useDefaults()
  const refused = useRefused()
  const setTranslation = useSetTranslation()
  const wanted = translation.state === 'wanted'
  const licensed = useLicensed(wanted, () => setTranslation(queryId, undefined))
  const agreed = translation.state === 'wanted' && translation.agreed === true
  const begin = useEffectEvent(() => {
    const pageLanguage = i18n.language
    void translateAnswer({ api, cache }, { queryId, text, agreed, pageLanguage, defaults })
  })
  useEffect(() => {
    if (licensed) begin()
  }, [licensed])
  const error = translation.state === 'failed' ? translation.error : undefined
  const refuse = useEffectEvent(() => refused(error))
  useEffect(() => refuse(), [error])
}
