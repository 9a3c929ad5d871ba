import type { TranslateLanguages } from '@polylogue/contract'
import { ApiProblem } from '#lib/api.ts'
import { useStoredErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Problem } from '#ui/states.tsx'
import type { useLanguages } from './api.ts'
import type { Defaults } from './languages.ts'
import css from './translate.module.css'

interface LanguageFieldsProps {
  languages: ReturnType<typeof useLanguages>
  value: Defaults
  /** A target is missing. */
  error: string | undefined
  onChange: (value: Defaults) => void
}

/** The fields for source (optional) and target, the warning about an external service, or why nothing can be chosen. */
export function LanguageFields({ languages, value, error, onChange }: LanguageFieldsProps) {
  const { t } = useTranslation('translate')
  const { data } = languages
  if (!data || data.reason !== null) return <NoLanguages languages={languages} />
  const named = (codes: Record<string, string>) =>
    Object.entries(codes).map(([code, label]) => ({ value: code, label }))
  return (
    <>
      <div className={css.languages}>
        <SelectField
          label={t('source')}
          value={value.sourceLang}
          options={[{ value: '', label: t('detect') }, ...named(data.sourceLangs)]}
          onChange={(sourceLang) => onChange({ ...value, sourceLang })}
        />
        <SelectField
          label={t('target')}
          value={value.targetLang}
          error={error}
          placeholder={t('choose')}
          options={named(data.targetLangs)}
          onChange={(targetLang) => onChange({ ...value, targetLang })}
        />
      </div>
      <Provider provider={data.provider} />
    </>
  )
}

/** Names the service; an external one with a warning. */
function Provider({ provider }: Pick<TranslateLanguages, 'provider'>) {
  const { t } = useTranslation('translate')
  if (!provider) return null
  const { name, external } = provider
  return (
    <p className={css.provider} data-warning={external || undefined}>
      {external && <Icon name="alert-triangle" size={14} />}
      {external ? t('external', { name }) : t('by', { name })}
    </p>
  )
}

function NoLanguages({ languages }: Pick<LanguageFieldsProps, 'languages'>) {
  const { t } = useTranslation('translate')
  const errorMessage = useStoredErrorMessage()
  const { data, error, isFetching, refetch } = languages
  if (!data && !error) return <p className={css.provider}>{t('loading')}</p>
  const reason = data?.reason
  const problem = reason ? new ApiProblem(0, reason, '', { retryAfter: 30 }) : error
  return (
    <Problem
      action={
        <Button size="small" busy={isFetching} onClick={() => void refetch()}>
          {t('tryAgain')}
        </Button>
      }
    >
      {errorMessage(problem).sentence}
    </Problem>
  )
}
