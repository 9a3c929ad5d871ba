import { loadTexts } from '../../lib/load-texts.ts'
import type { LiveData, LivePage } from '../live/index.ts'

/** Tells reviewers of a new request, and the user who asked of the decision. */
export async function tell({ notices }: LivePage, { what, own, reviews }: LiveData): Promise<void> {
  const t = await loadTexts('publications')
  if (what === 'requested' && reviews === true && own !== true)
    notices.show({ kind: 'info', title: t('told.requested'), text: t('told.where') })
  if (what === 'approved' && own === true) notices.show({ kind: 'done', title: t('told.approved') })
  if (what === 'declined' && own === true)
    notices.show({ kind: 'warning', title: t('told.declined'), text: t('told.reason') })
}
