import { useId } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Switch } from '#ui/switch.tsx'
import { useViewer } from '#features/session/index.ts'
import { useChangeSetting, useStoredSettings } from '#features/settings/index.ts'
import css from './page.module.css'

/** The daily e-mail: off until somebody switches it on, to their own address. */
export function MailGroup({ hour }: { hour: number }) {
  const { t } = useTranslation('mail')
  const stored = useStoredSettings().data
  const change = useChangeSetting('mailDigest')
  const address = useViewer().data?.email
  const [title, hint] = [useId(), useId()]
  const time = `${String(hour).padStart(2, '0')}:00`
  return (
    <section aria-labelledby={title} className={css.group}>
      <h3 id={title}>{t('title')}</h3>
      <Switch
        label={t('switch')}
        checked={stored?.mailDigest === 'true'}
        disabled={!stored || !address}
        aria-describedby={hint}
        onChange={({ target: { checked } }) => change(() => String(checked))}
      />
      <p id={hint} className={css.hint}>
        {address === '' ? t('noAddress') : t('text', { time, address: address ?? '…' })}
      </p>
    </section>
  )
}
