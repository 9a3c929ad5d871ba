// The notices around the composer: the licence above it, the location of the model below it.
import { Link } from 'react-router'
import { useTranslation } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { MessageHint } from '#ui/message-box.tsx'
import css from './composer.module.css'
import type { ComposerState } from './use-composer.ts'

/** Says that questions are disabled because the licence has expired. */
export function LicenseStrip() {
  const { t } = useTranslation('conversation')
  return (
    <p className={css.strip} role="status">
      <Icon name="alert-triangle" />
      <span>{t('licenseExpired')}</span>
      <Link to="/about">{t('aboutLicense')}</Link>
    </p>
  )
}

/** Says where the model runs, so that users know before sending whether data leaves the house. */
export function FinePrint({ composer }: { composer: ComposerState }) {
  const { t } = useTranslation('conversation')
  const models = useTranslation('models')
  const { model, unavailable, confidential, hindrance } = composer
  const provider = model && !model.isLocal ? model.provider : undefined
  const external =
    provider === undefined
      ? undefined
      : [models.t('externalNote', { provider }), confidential && t('historyKept', { provider })]
          .filter(Boolean)
          .join(' ')
  const warning =
    hindrance === 'tooLong' ? t('cannotSend.tooLong') : unavailable ? t('unavailable') : external
  return (
    <MessageHint id="composer-fine" warns={warning !== undefined}>
      {warning ?? (model ? t('local') : '')}
    </MessageHint>
  )
}
