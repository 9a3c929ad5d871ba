import { Link, useLocation } from 'react-router'
import { isReadOnlyAddress } from '#lib/read-only.ts'
import { useTranslation } from '#lib/texts.ts'
import css from './read-only-bar.module.css'

/** What stands above a page in read-only mode: its heading. Only a person whose address asked for the mode can leave it here. */
export function ReadOnlyBar({ heading }: { heading: string | undefined }) {
  const { t } = useTranslation('shell')
  const { pathname, search } = useLocation()
  const params = new URLSearchParams(search)
  params.delete('r')
  return (
    <div className={css.bar}>
      {heading !== undefined && (
        <h1 className="cut" tabIndex={-1}>
          {heading}
        </h1>
      )}
      <span className={css.mode}>{t('readOnly')}</span>
      {isReadOnlyAddress(search) && (
        <Link to={{ pathname, search: String(params) }} replace className={css.leave}>
          {t('leaveReadOnly')}
        </Link>
      )}
    </div>
  )
}
