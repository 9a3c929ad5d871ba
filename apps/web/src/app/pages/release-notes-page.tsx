import { ReleaseNotes } from '#features/releases/release-notes.tsx'
import { useTranslation } from '#lib/texts.ts'
import { scrollBox } from '#ui/scroll-box.ts'
import { Page } from './page.tsx'
import { useTitle } from './use-title.ts'

export function ReleaseNotesPage() {
  const { t } = useTranslation('releases')
  useTitle(t('title'))
  return (
    <Page title={t('title')}>
      {/* It has no focusable content, and keyboards must be able to scroll it. */}
      <div {...scrollBox(t('title'), 'region')}>
        {/* Headings of a markdown text start at level 3. */}
        <h2 className="sr">{t('versions')}</h2>
        <ReleaseNotes />
      </div>
    </Page>
  )
}
