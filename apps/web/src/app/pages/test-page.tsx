import { useSession } from '#features/session/index.ts'
import { TestPage as Tests } from '#features/test-page/test-page.tsx'
import { useTranslation } from '#lib/texts.ts'
import { SignedOutPage } from './signed-out-page.tsx'
import { useTitle } from './use-title.ts'

/** The page of tests. It stands outside the shell, so that it opens for everybody and when the shell does not. */
export function TestPage() {
  const { t } = useTranslation('about')
  const { session } = useSession()
  useTitle(t('test.title'))
  return (
    <SignedOutPage title={t('test.title')} lead={t('test.lead')} wide>
      <Tests signedIn={session !== null} />
    </SignedOutPage>
  )
}
