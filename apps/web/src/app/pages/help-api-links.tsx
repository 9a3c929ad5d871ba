import { useTranslation } from 'react-i18next'
import css from './help-api-links.module.css'

/** Where the API describes itself: a viewer for people, a document for programs. */
export function ApiLinks() {
  const { t } = useTranslation('help')
  return (
    <p className={css.links}>
      <a href="/api/v1/spec.html" target="_blank" rel="noopener noreferrer">
        {t('apiViewer')}
      </a>
      <a href="/api/v1/openapi.json" target="_blank" rel="noopener noreferrer">
        {t('apiDocument')}
      </a>
    </p>
  )
}
