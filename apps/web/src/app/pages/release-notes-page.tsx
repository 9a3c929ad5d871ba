import { ReleaseNotes } from '../../features/releases/index.ts'
import { useTranslation } from '../../lib/texts.ts'
import { scrollBox } from '../../ui/scroll-box.ts'
import { Page } from './page.tsx'
import { useTitle } from './use-title.ts'

/** What changed in which version. */
export function ReleaseNotesPage() {
  const { t } = useTranslation('releases')
  useTitle(t('title'))
  return (
    <Page title={t('title')}>
      {/* Nothing in it takes the focus, and a keyboard has to scroll it. */}
      <div {...scrollBox(t('title'), 'region')}>
        {/* The headings of a text begin at the third level. */}
        <h2 className="sr">{t('versions')}</h2>
        <ReleaseNotes />
      </div>
    </Page>
  )
}
