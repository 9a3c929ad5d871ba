import { useParams } from 'react-router'
import { ModelDetails } from '#features/help/model-details.tsx'
import { useModel } from '#features/help/api.ts'
import { isGone, useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState, LoadFailed } from '#ui/states.tsx'
import { Page } from './page.tsx'
import { useTitle } from './use-title.ts'

/** A model family and its tags. */
export function HelpModelPage() {
  const { t } = useTranslation('help')
  const { id = '' } = useParams()
  const errorMessage = useErrorMessage()
  const model = useModel(Number(id))
  const title = model.data?.name ?? t('model')
  useTitle(title)
  const missing = isGone(model.error)
  return (
    <Page title={title} crumb={{ to: '/help/models', text: t('models') }}>
      {model.data && <ModelDetails model={model.data} />}
      {missing && (
        <EmptyState title={t('noModel')} text={t('noModelText')}>
          <LinkButton to="/help/models">{t('models')}</LinkButton>
        </EmptyState>
      )}
      {model.isError && !missing && (
        <LoadFailed
          title={t('modelFailed')}
          {...errorMessage(model.error)}
          onRetry={() => void model.refetch()}
        />
      )}
    </Page>
  )
}
