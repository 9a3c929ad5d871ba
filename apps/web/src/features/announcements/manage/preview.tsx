import { useTranslation } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Banner } from '../banner.tsx'
import { ICONS } from '../icons.ts'
import css from './announcements.module.css'
import type { Draft } from './draft.ts'

/** Shows an announcement while it is typed, as people will see it. */
export function Preview({ title, text, kind, form }: Pick<Draft, 'title' | 'text' | 'kind' | 'form'>) {
  const { t } = useTranslation('announcements')
  const shown = { title: title.trim() || t('untitled'), text: text.trim(), kind }
  return (
    <section aria-label={t('preview')} className={css.preview}>
      {form === 'banner' ? (
        <Banner {...shown}>
          <IconButton icon="x" label={t('putAway', { title: shown.title })} disabled />
        </Banner>
      ) : (
        <div className={css.entry} data-kind={kind}>
          <Icon name={kind === 'info' ? 'speakerphone' : ICONS[kind]} />
          <div>
            <b dir="auto">{shown.title}</b>
            {shown.text && <p dir="auto">{shown.text}</p>}
          </div>
          <span className={css.when}>{t('now')}</span>
        </div>
      )}
    </section>
  )
}
